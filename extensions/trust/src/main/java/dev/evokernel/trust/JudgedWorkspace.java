package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.ForwardingWorkspace;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Judging;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.outcome.OutputComparison;

/**
 * A workspace whose outputs a program judges.
 *
 * <p>The outputs are fetched from the device and given to the program with the inputs. With
 * ordinary inputs, outputs with a NaN or an infinity are rejected without the program.
 */
final class JudgedWorkspace extends ForwardingWorkspace implements Judging.Judged {

  private static final int CHUNK = 1 << 13;
  private static final List<CheckExchange.Written> NONE = List.of();

  private final Kernel kernel;
  private final Shape shape;
  private final Judge judge;
  private final CheckProgram program;
  private final ForgedOutputs forged = new ForgedOutputs();
  private Configuration written;
  private boolean forging;
  private Optional<String> explanation = Optional.empty();

  JudgedWorkspace(
      Workspace workspace, Kernel kernel, Shape shape, Judge judge, CheckProgram program) {
    super(workspace);
    this.kernel = kernel;
    this.shape = shape;
    this.judge = judge;
    this.program = program;
    this.written = kernel.defaultConfiguration();
  }

  @Override
  public void ready() {
    judge.ready();
  }

  @Override
  public void launch(Program candidate) {
    note(candidate);
    super.launch(candidate);
  }

  @Override
  public OptionalInt repeat(Program candidate, GuardFill guards, int launches, long right) {
    note(candidate);
    return super.repeat(candidate, guards, launches, right);
  }

  @Override
  public long time(Program candidate, Batch batch) {
    note(candidate);
    return super.time(candidate, batch);
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    written = kernel.defaultConfiguration();
    super.place(output, elements);
  }

  private void note(Program candidate) {
    written = candidate.on(shape).chosen().orElse(kernel.defaultConfiguration());
  }

  @Override
  public List<Spread> expected() {
    return List.of();
  }

  @Override
  public List<OutputComparison> compare(BufferSet set) {
    InputSet inputSet = read(set);
    try (Arena arena = Arena.ofShared()) {
      List<CheckExchange.Written> outputs = outputs(written, output -> fetched(arena, set, output));
      for (CheckExchange.Written output : inputSet.special().isEmpty() ? outputs : NONE) {
        OutputComparison finite = finite(output);
        if (finite.notFinite() > 0) {
          explanation =
              Optional.of(
                  "%s%s is %s: %d of %d elements are not finite"
                      .formatted(
                          output.name(),
                          new Extent(output.dimensions()).coordinates(finite.worstIndex()),
                          finite.actual(),
                          finite.notFinite(),
                          finite.elements()));
          return List.of(finite);
        }
      }
      explanation = judge.fault(program, shape, inputSet, written, outputs);
      if (explanation.isEmpty() && forging) {
        forged.note(inputSet, written, outputs);
      }
    }
    return kernel.outputs().stream().map(this::verdict).toList();
  }

  @Override
  public Optional<String> explanation() {
    return explanation;
  }

  /**
   * Checks whether the program accepts a candidate's outputs of another input set. Runs once, after
   * candidates were right for two input sets.
   */
  @Override
  public Optional<String> forgery() {
    Optional<String> found =
        forged
            .take()
            .filter(forgery -> accepts(forgery.as(), forgery.configuration(), forgery.outputs()))
            .map(
                forgery ->
                    "the check accepts the outputs of input set %d for input set %d"
                        .formatted(forgery.of().seed(), forgery.as().seed()));
    judge.ready();
    return found;
  }

  @Override
  public List<String> weaknesses() {
    forging = true;
    InputSet inputSet = read(BufferSet.FIRST);
    var found = new ArrayList<String>();
    poison();
    try (Arena arena = Arena.ofShared()) {
      boolean floating = kernel.outputs().stream().anyMatch(output -> output.type().isFloating());
      if (!floating && accepts(inputSet, output -> fetched(arena, BufferSet.FIRST, output))) {
        found.add("outputs to which nothing was written");
      }
      for (double value : new double[] {0, 1}) {
        if (accepts(inputSet, output -> filled(arena, output, _ -> value))) {
          found.add(value == 0 ? "outputs of zeros" : "outputs of ones");
        }
      }
      for (Signature.Input input : kernel.inputs()) {
        if (isLikeAllOutputs(input.buffer())
            && accepts(
                inputSet,
                output -> {
                  var source = InputFill.of(kernel, shape, inputSet, input);
                  double[] one = new double[1];
                  return filled(
                      arena,
                      output,
                      at -> {
                        source.at(at, one, 1);
                        return one[0];
                      });
                })) {
          found.add("outputs that are copies of '%s'".formatted(input.buffer().name()));
        }
      }
    }
    judge.ready();
    return found.stream().map(what -> "the check accepts " + what).toList();
  }

  private boolean isLikeAllOutputs(Argument.Buffer input) {
    long elements = Extent.of(kernel, shape, input).elements();
    return kernel.outputs().stream()
        .allMatch(
            output ->
                output.type() == input.type()
                    && Extent.ofReference(kernel, shape, output).elements() == elements);
  }

  private boolean accepts(InputSet inputSet, Function<Argument.Buffer, MemorySegment> content) {
    Configuration theDefault = kernel.defaultConfiguration();
    return accepts(inputSet, theDefault, outputs(theDefault, content));
  }

  private boolean accepts(
      InputSet inputSet, Configuration configuration, List<CheckExchange.Written> outputs) {
    try {
      return judge.fault(program, shape, inputSet, configuration, outputs).isEmpty();
    } catch (RejectionException e) {
      return false;
    }
  }

  private List<CheckExchange.Written> outputs(
      Configuration configuration, Function<Argument.Buffer, MemorySegment> content) {
    return kernel.outputs().stream()
        .map(
            output ->
                new CheckExchange.Written(
                    output.name(),
                    output.type(),
                    Extent.of(kernel, shape, output, configuration).dimensions(),
                    content.apply(output)))
        .toList();
  }

  private MemorySegment allocate(Arena arena, Argument.Buffer output) {
    long elements = Extent.of(kernel, shape, output, written).elements();
    return arena.allocate(output.type().bytes(elements), Long.BYTES);
  }

  private MemorySegment fetched(Arena arena, BufferSet set, Argument.Buffer output) {
    MemorySegment data = allocate(arena, output);
    fetch(set, output, data);
    return data;
  }

  private MemorySegment filled(
      Arena arena, Argument.Buffer output, Function<Long, Double> element) {
    MemorySegment data = allocate(arena, output);
    ElementType type = output.type();
    double[] values = new double[CHUNK];
    long elements = type.elements(data.byteSize());
    for (long first = 0; first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      for (int i = 0; i < count; i++) {
        values[i] = element.apply(first + i);
      }
      Elements.write(type, values, count, piece(data, type, first, count));
    }
    return data;
  }

  private static java.nio.ByteBuffer piece(
      MemorySegment data, ElementType type, long first, int count) {
    return data.asSlice(type.bytes(first), type.bytes(count))
        .asByteBuffer()
        .order(ByteOrder.nativeOrder());
  }

  /** Finds the first element that is not finite and counts such elements. */
  private static OutputComparison finite(CheckExchange.Written output) {
    ElementType type = output.type();
    long elements = type.elements(output.data().byteSize());
    long notFinite = 0;
    long at = 0;
    double worst = 0;
    double[] values = new double[CHUNK];
    for (long first = 0; type.isFloating() && first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      Elements.read(type, piece(output.data(), type, first, count), count, values);
      for (int i = 0; i < count; i++) {
        if (!Double.isFinite(values[i])) {
          at = notFinite == 0 ? first + i : at;
          worst = notFinite == 0 ? values[i] : worst;
          notFinite++;
        }
      }
    }
    return new OutputComparison(
        output.name(), elements, notFinite, notFinite, at, worst, 0, Double.POSITIVE_INFINITY);
  }

  private OutputComparison verdict(Argument.Buffer output) {
    boolean right = explanation.isEmpty();
    long elements = Extent.of(kernel, shape, output, written).elements();
    return new OutputComparison(
        output.name(),
        elements,
        right ? 0 : elements,
        0,
        0,
        0,
        0,
        right ? 0 : Double.POSITIVE_INFINITY);
  }
}
