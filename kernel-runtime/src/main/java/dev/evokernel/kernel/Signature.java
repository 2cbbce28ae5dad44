package dev.evokernel.kernel;

import dev.evokernel.expr.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an entry point takes.
 *
 * @param arguments in the order of the entry point's parameters
 * @param typedBy the facts that decide the types of some buffers, by the buffers' names; until
 *     {@link #on} these have the first type that the fact may name
 */
public record Signature(List<Argument> arguments, Map<String, String> typedBy) {

  public Signature {
    arguments = List.copyOf(arguments);
    typedBy = Map.copyOf(typedBy);
  }

  /** One whose types are the same on every shape. */
  public Signature(List<Argument> arguments) {
    this(arguments, Map.of());
  }

  /** The same with the types that one shape decides. */
  Signature on(Shape shape) {
    return new Signature(arguments.stream().map(argument -> on(shape, argument)).toList());
  }

  /** The commands that make inputs. */
  public Stream<Fill.Generated> commands() {
    return inputs().stream()
        .flatMap(
            it ->
                it.buffer().fill() instanceof Fill.Generated command
                    ? Stream.of(command)
                    : Stream.empty());
  }

  private Argument on(Shape shape, Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer -> buffer.with(type(shape, buffer));
      case Argument.Scratch scratch -> scratch.with(type(shape, scratch));
      case Argument.TensorMap map -> map.with(map.of().with(type(shape, map.of())));
      case Argument.Scalar scalar -> scalar;
    };
  }

  private ElementType type(Shape shape, Argument argument) {
    String fact = typedBy.get(argument.name());
    Value named = fact == null ? null : shape.facts().get(fact);
    return named == null ? argument.type() : ElementType.ofLabel(named.toString());
  }

  /** The buffers that the kernel writes, in the order of its parameters. */
  public List<Argument.Buffer> outputs() {
    return buffers().filter(Argument.Buffer::output).toList();
  }

  /**
   * What is filled for an input set.
   *
   * @param buffer an input, or what a restored output {@linkplain Argument.Buffer#before holds
   *     before} a launch
   * @param stream the number of its random stream: the position of the argument that names it
   */
  public record Input(Argument.Buffer buffer, int stream) {}

  /** Everything that is filled, in the order of the entry point's parameters. */
  public List<Input> inputs() {
    return buffers().filter(Argument.Buffer::holds).map(this::input).toList();
  }

  /** What one of the buffers holds before a launch. */
  public Input input(Argument.Buffer buffer) {
    return new Input(buffer.isRestored() ? buffer.before() : buffer, position(buffer.like()));
  }

  private int position(String name) {
    return IntStream.range(0, arguments.size())
        .filter(i -> arguments.get(i).name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no argument '" + name + "'."));
  }

  /** The inputs that lie in global variables of the program. */
  public List<Argument.Buffer> symbols() {
    return buffers().filter(Argument.Buffer::isSymbol).toList();
  }

  /** The outputs that hold given contents before each launch. */
  public List<Argument.Buffer> restored() {
    return buffers().filter(Argument.Buffer::isRestored).toList();
  }

  /**
   * Whether something has to be put in its place before each launch, so that launches are timed one
   * by one.
   */
  public boolean isPreparedEachTime() {
    return buffers().anyMatch(buffer -> buffer.isRestored() || buffer.isSymbol());
  }

  /** The device memory that all blocks of a launch share, in the order of its parameters. */
  public List<Argument.Scratch> scratch() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Scratch it ? Stream.of(it) : Stream.of())
        .toList();
  }

  /** The special inputs that at least one of its buffers allows. */
  public List<Special> special() {
    return Stream.of(Special.values())
        .filter(special -> buffers().anyMatch(it -> it.special().contains(special)))
        .toList();
  }

  private Stream<Argument.Buffer> buffers() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Buffer it ? Stream.of(it) : Stream.of());
  }
}
