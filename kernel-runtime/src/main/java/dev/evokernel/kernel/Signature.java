package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;

/**
 * Arguments of an entry point; all lists are in the order of its parameters.
 *
 * @param typedBy facts and parameters that decide types of arguments, by the arguments' names;
 *     until {@link #typed} these have the first type of the fact, or the widest of the parameter
 */
public record Signature(List<Argument> arguments, Map<String, TypeChoice> typedBy) {

  /** Combinations of buffers that candidates are launched with. */
  private static final int SETS = 4;

  public Signature {
    arguments = List.copyOf(arguments);
    typedBy = Map.copyOf(typedBy);
  }

  /** Fixes the types for which the choice is not empty. */
  public Signature typed(Function<TypeChoice, Optional<ElementType>> type) {
    return new Signature(
        arguments.stream()
            .map(
                argument ->
                    decided(argument).flatMap(type).map(to -> with(argument, to)).orElse(argument))
            .toList(),
        typedBy);
  }

  private Optional<TypeChoice> decided(Argument argument) {
    String name = argument instanceof Argument.TensorMap map ? map.of().name() : argument.name();
    return Optional.ofNullable(typedBy.get(name));
  }

  /** Parameters that decide types. */
  public List<String> typing() {
    return typedBy.values().stream()
        .filter(choice -> !choice.isFact())
        .map(TypeChoice::by)
        .distinct()
        .sorted()
        .toList();
  }

  public List<ElementType> types() {
    return arguments.stream().map(Argument::type).toList();
  }

  /** The argument with each type that facts or parameters give it. */
  public Stream<Argument> forms(Argument argument) {
    return decided(argument)
        .map(choice -> choice.types().values().stream().map(type -> with(argument, type)))
        .orElseGet(() -> Stream.of(argument));
  }

  /**
   * Type that decides an output's tolerance: the least exact of its own and of those that
   * parameters chose, to which values were rounded.
   */
  public ElementType leastExact(String output) {
    return arguments.stream()
        .filter(
            argument ->
                argument.name().equals(output)
                    || decided(argument).filter(choice -> !choice.isFact()).isPresent())
        .map(Argument::type)
        .filter(type -> type.isFloating() && buffer(output).type().isFloating())
        .min(Comparator.comparingInt(ElementType::fraction))
        .orElse(buffer(output).type());
  }

  /** Programs that make inputs. */
  public Stream<ArrayProgram> programs() {
    return inputs().stream()
        .flatMap(
            input ->
                input.buffer().fill() instanceof Fill.Generated(ArrayProgram program)
                    ? Stream.of(program)
                    : Stream.empty());
  }

  private static Argument with(Argument argument, ElementType type) {
    return switch (argument) {
      case Argument.Buffer buffer -> buffer.with(type);
      case Argument.Scratch scratch -> scratch.with(type);
      case Argument.TensorMap map -> map.with(map.of().with(type));
      case Argument.Scalar(String name, ElementType _, Expression value) ->
          new Argument.Scalar(name, type, value);
      case Argument.ByValue _ -> argument;
    };
  }

  public List<Argument.Buffer> outputs() {
    return buffers().filter(Argument.Buffer::output).toList();
  }

  /**
   * Buffer that is filled for an input set: an input, or the contents of a restored output
   * {@linkplain Argument.Buffer#before before} a launch. The random stream has the number of the
   * argument's position.
   */
  public record Input(Argument.Buffer buffer, int stream) {}

  public List<Input> inputs() {
    return buffers().filter(Argument.Buffer::holds).map(this::input).toList();
  }

  public Input input(Argument.Buffer buffer) {
    return new Input(buffer.isRestored() ? buffer.before() : buffer, position(buffer.like()));
  }

  private int position(String name) {
    return IntStream.range(0, arguments.size())
        .filter(i -> arguments.get(i).name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no argument '" + name + "'."));
  }

  /** Inputs in global variables of the program. */
  public List<Argument.Buffer> symbols() {
    return buffers().filter(Argument.Buffer::isSymbol).toList();
  }

  public List<Argument.Buffer> restored() {
    return buffers().filter(Argument.Buffer::isRestored).toList();
  }

  /** Tells whether launches are timed singly: each needs a restored buffer or a symbol. */
  public boolean isPreparedEachTime() {
    return buffers().anyMatch(buffer -> buffer.isRestored() || buffer.isSymbol());
  }

  public List<Argument.Scratch> scratch() {
    return of(Argument.Scratch.class).toList();
  }

  /** Upper bound of the memories that a candidate has besides buffers. */
  public int memories() {
    return scratch().size() + SETS * Math.toIntExact(pointers().count());
  }

  public SequencedMap<String, Object> scalars(Frame frame) {
    var scalars = new LinkedHashMap<String, Object>();
    of(Argument.Scalar.class).forEach(scalar -> scalars.put(scalar.name(), scalar.number(frame)));
    return scalars;
  }

  /** Pointers in what is passed by value. */
  public Stream<Member.Pointer> pointers() {
    return of(Argument.ByValue.class)
        .flatMap(value -> value.content().parts())
        .flatMap(part -> part instanceof Member.Pointer to ? Stream.of(to) : Stream.empty());
  }

  /** Elements of a buffer in a frame of the shape. */
  public long elements(String buffer, Frame frame) {
    return buffer(buffer).dimensions().stream()
        .mapToLong(size -> size.integer(frame))
        .reduce(1, Math::multiplyExact);
  }

  public Argument argument(String name) {
    return arguments.get(position(name));
  }

  public Argument.Buffer buffer(String name) {
    return (Argument.Buffer) argument(name);
  }

  /** Special inputs that {@code kernel.yaml} lists for at least one buffer. */
  public List<Special> special() {
    return special(buffer -> !buffer.usual());
  }

  /** Special inputs that evo tries because {@code kernel.yaml} says nothing of them. */
  public List<Special> usualSpecial() {
    return special(Argument.Buffer::usual);
  }

  private List<Special> special(Predicate<Argument.Buffer> of) {
    return Stream.of(Special.values())
        .filter(kind -> buffers().filter(of).anyMatch(buffer -> buffer.special().contains(kind)))
        .toList();
  }

  public Stream<Argument.Buffer> buffers() {
    return of(Argument.Buffer.class);
  }

  private <A extends Argument> Stream<A> of(Class<A> kind) {
    return arguments.stream().filter(kind::isInstance).map(kind::cast);
  }
}
