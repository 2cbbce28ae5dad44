package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Input files of a reference program or a baseline: an array for each input, and the scalars in one
 * JSON file.
 */
public record ReferenceInputs(Kernel kernel, Shape shape, InputSet inputSet) {

  public ReferenceInputs {
    kernel = kernel.on(shape);
    inputSet = inputSet.ofReference(kernel);
  }

  static final String ARGUMENTS = "arguments.json";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public void write(Path folder) throws IOException {
    Signature signature = kernel.entryPoint().signature();
    for (Argument.Buffer buffer : signature.buffers().filter(Argument.Buffer::holds).toList()) {
      NpyWriter.write(
          folder.resolve(buffer.name() + ".npy"),
          buffer.type(),
          dimensions(buffer),
          InputFill.of(kernel, shape, inputSet, signature.input(buffer)));
    }
    Files.writeString(folder.resolve(ARGUMENTS), json());
  }

  String json() {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(numbers());
  }

  /** Upper bound on the size of the files of the inputs. */
  long bytes() {
    return kernel.inputs().stream()
        .mapToLong(input -> new Extent(dimensions(input.buffer())).elements() * Long.BYTES)
        .sum();
  }

  /**
   * Describes the elements of the inputs, except the content of the kernel's files. Equal
   * descriptions mean equal elements.
   */
  String fills() {
    return kernel.inputs().stream()
        .map(input -> input.stream() + " " + description(inputSet.fill(input.buffer())))
        .collect(Collectors.joining("\n"));
  }

  private String description(Fill fill) {
    return switch (fill) {
      case Fill.Files(Path _, List<String> names) -> "files " + names;
      case Fill.Generated(ArrayProgram program) when !program.depends().isEmpty() ->
          fill + " " + values(kernel, program.depends(), inputSet);
      case Fill _ -> fill.toString();
    };
  }

  static Map<String, Object> values(Kernel kernel, List<String> parameters, InputSet inputSet) {
    Configuration all = inputSet.configuration(kernel);
    var values = new LinkedHashMap<String, Object>();
    parameters.forEach(name -> values.put(name, all.value(name).plain()));
    return values;
  }

  private Map<String, Object> numbers() {
    // Parameters have the default's values, as for a compiled reference, unless it depends on them.
    Frame frame = kernel.frame(inputSet.configuration(kernel), shape);
    Signature signature = kernel.entryPoint().signature();
    var inputs = new LinkedHashMap<String, Object>();
    var outputs = new LinkedHashMap<String, Object>();
    for (Argument.Buffer buffer : signature.buffers().toList()) {
      Map<String, Object> described = described(buffer, dimensions(buffer));
      if (buffer.holds()) {
        inputs.put(buffer.name(), described);
      }
      if (buffer.output()) {
        outputs.put(buffer.name(), described);
      }
    }
    var numbers = new LinkedHashMap<String, Object>();
    numbers.put("kernel", kernel.name());
    numbers.put("shape", shape.name());
    numbers.put("dimensions", shape.dimensions());
    if (!shape.facts().isEmpty()) {
      numbers.put("facts", shape.plainFacts());
    }
    if (!kernel.counting().isEmpty()) {
      numbers.put("parameters", values(kernel, kernel.counting(), inputSet));
    }
    numbers.put("scalars", signature.scalars(frame));
    numbers.put("inputs", inputs);
    numbers.put("outputs", outputs);
    numbers.put("seed", inputSet.seed());
    inputSet.special().ifPresent(special -> numbers.put("special", special.label()));
    return numbers;
  }

  static Map<String, Object> described(Argument.Buffer buffer, List<Long> dimensions) {
    var described = new LinkedHashMap<String, Object>();
    described.put("type", buffer.type().label());
    described.put("dimensions", dimensions);
    return described;
  }

  private List<Long> dimensions(Argument.Buffer buffer) {
    return buffer.output()
        ? Extent.ofReference(kernel, shape, buffer).dimensions()
        : Extent.of(kernel, shape, buffer, inputSet.configuration(kernel)).dimensions();
  }
}
