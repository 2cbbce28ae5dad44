package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.TypeChoice;

/**
 * The question to a build command for one binary: all that the binary may depend on, besides the
 * kernel's files.
 *
 * @param source with the flags of this binary
 * @param configuration with the variant that it chooses
 * @param macros of the binary's shapes
 * @param limits of the device; empty if unknown until the device is opened
 */
public record BuildQuestion(
    Kernel kernel,
    Source source,
    Configuration configuration,
    Configuration macros,
    DeviceIdentity device,
    Optional<DeviceLimits> limits) {

  public BuildQuestion {
    kernel = kernel.typed(configuration);
  }

  Map<String, Object> fields() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("kernel", kernel.name());
    fields.put("backend", kernel.backend());
    configuration.variant().ifPresent(variant -> fields.put("variant", variant));
    List<Launch> launches = kernel.entryPoint().launches();
    if (launches.size() == 1 && launches.getFirst().arguments().isEmpty()) {
      fields.put("entry", source.entry());
    } else {
      fields.put("launches", IntStream.range(0, launches.size()).mapToObj(this::launch).toList());
    }
    fields.put("parameters", configuration.withoutVariant().plainValues());
    fields.put("macros", macros.plainValues());
    fields.put("flags", source.flags());
    fields.put("arguments", kernel.arguments().stream().map(this::argument).toList());
    fields.put("device", deviceFields());
    return fields;
  }

  private Map<String, Object> launch(int position) {
    EntryPoint point = kernel.entryPoint();
    List<Argument> taken = point.taken(point.launches().get(position));
    return new TreeMap<>(
        Map.of(
            "entry", source.entries().get(position),
            "arguments", taken.stream().map(Argument::name).toList()));
  }

  private Map<String, Object> deviceFields() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", device.model());
    limits.ifPresent(
        known -> {
          for (Limit limit : Limit.values()) {
            fields.put(limit.label(), known.value(limit));
          }
        });
    return fields;
  }

  private Map<String, Object> argument(Argument argument) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", argument.name());
    fields.put("kind", kind(argument));
    Signature signature = kernel.entryPoint().signature();
    Argument typed =
        argument instanceof Argument.ByValue(_, Member.Pointer to)
            ? signature.buffer(to.of())
            : argument;
    TypeChoice choice = signature.typedBy().get(typed.name());
    fields.put("type", choice != null && choice.isFact() ? choice.by() : typed.type().label());
    if (argument instanceof Argument.Scalar scalar) {
      constant(scalar).ifPresent(value -> fields.put("value", value));
    }
    return fields;
  }

  private static String kind(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer -> buffer.output() ? "output" : "input";
      case Argument.Scalar _ -> "scalar";
      case Argument.ByValue(_, Member.Pointers(var all)) when all.isEmpty() -> "null";
      case Argument.ByValue(_, Member content) ->
          content instanceof Member.Struct ? "struct" : "pointer";
      case Argument.Scratch _ -> "scratch";
      case Argument.TensorMap _ -> "tensor_map";
    };
  }

  /** Returns the value of a scalar if it is equal on every shape and device. */
  private Optional<Object> constant(Argument.Scalar scalar) {
    if (!configuration.values().keySet().containsAll(scalar.value().names())) {
      return Optional.empty();
    }
    Frame frame = kernel.frame(configuration, kernel.shapes().getFirst());
    try {
      return Optional.of(scalar.number(frame));
    } catch (EvaluationException _) {
      return Optional.empty();
    }
  }
}
