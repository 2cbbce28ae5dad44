package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.yaml.Labelled;

/** Argument of a kernel's entry point. */
public sealed interface Argument {

  String name();

  ElementType type();

  /** Whether the argument belongs to the problem, so that the reference receives it too. */
  default boolean isOfTheProblem() {
    return true;
  }

  /**
   * Whether the entry point receives the argument as a parameter; a symbol is a global variable,
   * and other buffers may be reached through pointers alone.
   */
  default boolean isPassed() {
    return true;
  }

  /** Expressions that a launch evaluates for the argument. */
  Stream<Expression> expressions();

  enum Access {
    INPUT,
    /** Input in a global variable of the program that has the argument's name. */
    SYMBOL,
    /** Output, poisoned before each launch. */
    OUTPUT,
    /** Output that holds given contents before each launch. */
    INOUT
  }

  /** Comparison of an output with the reference's output. */
  enum Check implements Labelled {
    ELEMENTS,
    SUM,
    MIN,
    MAX,
    /** The kernel's own check judges all outputs together. */
    JUDGED
  }

  /**
   * Dense buffer, row-major.
   *
   * @param dimensions integer expressions over the shape, for a {@linkplain #isReduced reduced}
   *     output also over the parameters
   * @param fill contents before each launch; ignored for an {@link Access#OUTPUT}
   * @param like buffer whose contents an {@link Access#INOUT} is filled with; by default the buffer
   *     itself
   * @param parameter whether the entry point has a parameter for the buffer, unless it is a symbol
   * @param usual whether evo chose the special inputs, so that only those count on which the
   *     default agrees with the reference
   */
  record Buffer(
      String name,
      ElementType type,
      List<Expression> dimensions,
      Fill fill,
      Access access,
      List<Special> special,
      Check check,
      String like,
      boolean parameter,
      boolean usual)
      implements Argument {
    public Buffer {
      dimensions = List.copyOf(dimensions);
      special = List.copyOf(special);
    }

    Buffer with(ElementType elements) {
      return new Buffer(
          name, elements, dimensions, fill, access, special, check, like, parameter, usual);
    }

    /** Adds the special inputs for a buffer of a kernel that says nothing of such inputs. */
    public Buffer withUsualSpecial() {
      List<Special> kinds = holds() ? Special.usual(fill, type) : List.of();
      return new Buffer(
          name, type, dimensions, fill, access, kinds, check, like, parameter, !kinds.isEmpty());
    }

    /** Takes the contents of another buffer. */
    public Buffer filledLike(Buffer other) {
      return new Buffer(
          name,
          type,
          dimensions,
          other.fill,
          access,
          other.special,
          check,
          other.like,
          parameter,
          other.usual);
    }

    /** Whether the output is compared as a whole, so that its size may depend on parameters. */
    public boolean isReduced() {
      return check != Check.ELEMENTS;
    }

    /** Whether the kernel writes the buffer and the correctness gate compares it. */
    public boolean output() {
      return access == Access.OUTPUT || access == Access.INOUT;
    }

    /** Whether the buffer holds given contents before each launch. */
    public boolean holds() {
      return access != Access.OUTPUT;
    }

    /** Whether the contents must be restored before each launch. */
    public boolean isRestored() {
      return access == Access.INOUT;
    }

    public boolean isSymbol() {
      return access == Access.SYMBOL;
    }

    @Override
    public boolean isPassed() {
      return parameter && !isSymbol();
    }

    /** Returns the contents of a restored buffer before a launch, as an input of its own. */
    public Buffer before() {
      return new Buffer(
          name + " before the launch",
          type,
          dimensions,
          fill,
          Access.INPUT,
          special,
          Check.ELEMENTS,
          like,
          parameter,
          usual);
    }

    @Override
    public Stream<Expression> expressions() {
      return dimensions.stream();
    }

    /** Returns the fill for a special input set; the usual fill if that set is not allowed here. */
    public Fill fill(Optional<Special> wanted) {
      return wanted.filter(special::contains).map(kind -> kind.of(fill)).orElse(fill);
    }
  }

  /** Number passed by value: an expression over the shape and the parameters. */
  record Scalar(String name, ElementType type, Expression value) implements Argument {

    @Override
    public Stream<Expression> expressions() {
      return Stream.of(value);
    }

    /** The number that is passed, a {@link Double} or a {@link Long}. */
    public Number number(Frame frame) {
      if (type.isFloating()) {
        return value.real(frame);
      }
      return value.integer(frame);
    }
  }

  /** Pointer into a buffer, null pointer or structure, passed by value. */
  record ByValue(String name, Member content) implements Argument {

    /** Bytes, because a structure has no one type. */
    @Override
    public ElementType type() {
      return ElementType.U8;
    }

    @Override
    public Stream<Expression> expressions() {
      return content.parts().flatMap(Member.Leaf::expressions);
    }
  }

  /**
   * Device memory through which the blocks of one launch communicate, aligned to 256 bytes. It is
   * zeroed before a candidate's first launch on a shape; later launches find the contents that the
   * previous launch left.
   *
   * @param elements integer expression over the shape, the parameters and the device; 0 passes the
   *     null pointer
   */
  record Scratch(String name, ElementType type, Expression elements) implements Argument {

    @Override
    public Stream<Expression> expressions() {
      return Stream.of(elements);
    }

    Scratch with(ElementType element) {
      return new Scratch(name, element, elements);
    }

    @Override
    public boolean isOfTheProblem() {
      return false;
    }
  }

  /**
   * Tensor map: the description of a buffer for tensor copies, passed by value.
   *
   * @param of source or destination of the copies
   * @param box size of one copy in the order of the buffer's dimensions: integer expressions over
   *     the shape and the parameters
   * @param promotion bytes that the level-2 cache fetches at once: an integer expression whose
   *     value is one of {@link #PROMOTIONS}
   */
  record TensorMap(
      String name, Buffer of, List<Expression> box, Swizzle swizzle, Expression promotion)
      implements Argument {

    /** Promotions in bytes, in the order of {@code CUtensorMapL2promotion}; 0 is none. */
    public static final List<Long> PROMOTIONS = List.of(0L, 64L, 128L, 256L);

    private static final int MOST = 256;
    private static final int UNIT = 16;

    public TensorMap {
      box = List.copyOf(box);
    }

    @Override
    public ElementType type() {
      return of.type();
    }

    @Override
    public boolean isOfTheProblem() {
      return false;
    }

    @Override
    public Stream<Expression> expressions() {
      return Stream.concat(box.stream(), Stream.of(promotion));
    }

    TensorMap with(Buffer buffer) {
      return new TensorMap(name, buffer, box, swizzle, promotion);
    }

    /** Explains why no device accepts this promotion; empty if it is valid. */
    public Optional<String> refusal(long promotion) {
      return PROMOTIONS.contains(promotion)
          ? Optional.empty()
          : Optional.of(
              "the promotion of '%s' must be one of %3$s, was %2$d"
                  .formatted(name, promotion, PROMOTIONS));
    }

    /** Explains why no device accepts a box of these sizes; empty if they are valid. */
    public Optional<String> refusal(List<Long> sizes) {
      long rowBytes = type().bytes(sizes.getLast());
      if (sizes.stream().anyMatch(size -> size < 1 || size > MOST)) {
        return Optional.of(
            "the box of '%s' is %s; each size must be from 1 to %d".formatted(name, sizes, MOST));
      }
      if (rowBytes % UNIT != 0) {
        return Optional.of(
            "a row in the box of '%s' has %d bytes; it must be a multiple of %d"
                .formatted(name, rowBytes, UNIT));
      }
      return swizzle != Swizzle.NONE && rowBytes > swizzle.bytes()
          ? Optional.of(
              "a row in the box of '%s' has %d bytes; swizzle %s allows at most %d"
                  .formatted(name, rowBytes, swizzle.label(), swizzle.bytes()))
          : Optional.empty();
    }
  }

  /** Swizzle of a tensor copy, in the order of {@code CUtensorMapSwizzle}. */
  enum Swizzle implements Labelled {
    NONE(0),
    BYTES_32(32),
    BYTES_64(64),
    BYTES_128(128);

    private final int bytes;

    Swizzle(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public String label() {
      return bytes == 0 ? "none" : bytes + "B";
    }

    /** Longest row in bytes; 0 without swizzle. */
    public int bytes() {
      return bytes;
    }

    /** The value of {@code CUtensorMapSwizzle}. */
    public int number() {
      return Arrays.asList(values()).indexOf(this);
    }
  }
}
