package dev.evokernel.kernel.data;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.value.Value;

/**
 * Arguments of an entry point; all lists are in the order of its parameters.
 *
 * @param typedBy facts that decide types of arguments, by the arguments' names; until {@link #on}
 *     these have the first type of the fact
 * @param choices types that parameters choose, by the arguments' names; until {@link #typed} these
 *     arguments have the widest type
 */
public record Signature(
    List<Argument> arguments, Map<String, String> typedBy, Map<String, TypeChoice> choices) {

  /** Combinations of buffers that candidates are launched with. */
  private static final int SETS = 4;

  public Signature {
    arguments = List.copyOf(arguments);
    typedBy = Map.copyOf(typedBy);
    choices = Map.copyOf(choices);
  }

  /** Arguments whose types no parameter chooses. */
  public Signature(List<Argument> arguments, Map<String, String> typedBy) {
    this(arguments, typedBy, Map.of());
  }

  /** Fixes the types that the shape decides. */
  public Signature on(Shape shape) {
    return with(
        name ->
            Optional.ofNullable(typedBy.get(name))
                .flatMap(fact -> Optional.ofNullable(shape.facts().get(fact)))
                .map(type -> ElementType.ofLabel(type.toString())),
        Map.of());
  }

  /**
   * Fixes the types that parameters choose.
   *
   * @param values of the parameters, by name
   */
  public Signature typed(Map<String, Value> values) {
    return with(
        name ->
            Optional.ofNullable(choices.get(name))
                .map(choice -> choice.types().get(values.get(choice.parameter()))),
        typedBy);
  }

  private Signature with(Function<String, Optional<ElementType>> type, Map<String, String> open) {
    return new Signature(
        arguments.stream()
            .map(
                argument ->
                    type.apply(argument instanceof Argument.TensorMap map ? map.of().name() : argument.name())
                        .map(argument::with)
                        .orElse(argument))
            .toList(),
        open,
        choices);
  }

  /** Argument with each of its types. */
  public Stream<Argument> forms(Argument argument) {
    TypeChoice choice = choices.get(argument.name());
    return choice == null ? Stream.of(argument) : choice.types().values().stream().map(argument::with);
  }

  /**
   * Type whose tolerance an output has: the least exact of its own and of those that parameters
   * chose, because values were rounded to it.
   */
  public ElementType leastExact(Argument.Buffer output) {
    return Stream.concat(
            Stream.of(output),
            arguments.stream().filter(argument -> choices.containsKey(argument.name())))
        .map(Argument::type)
        .filter(type -> type.isFloating() && output.type().isFloating())
        .min(Comparator.comparingInt(ElementType::fraction))
        .orElse(output.type());
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

  /** Numbers that are passed, by name. */
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

  /**
   * @throws IllegalArgumentException if no argument has this name
   */
  public Argument argument(String name) {
    return arguments.get(position(name));
  }

  public Argument.Buffer buffer(String name) {
    return (Argument.Buffer) argument(name);
  }

  /** Special inputs that at least one buffer allows. */
  public List<Special> special() {
    return Stream.of(Special.values())
        .filter(special -> buffers().anyMatch(buffer -> buffer.special().contains(special)))
        .toList();
  }

  public Stream<Argument.Buffer> buffers() {
    return of(Argument.Buffer.class);
  }

  private <A extends Argument> Stream<A> of(Class<A> kind) {
    return arguments.stream().filter(kind::isInstance).map(kind::cast);
  }
}
