package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One argument of a kernel's entry point, in the order of its signature. */
public sealed interface Argument {

  String name();

  ElementType type();

  /**
   * Whether it belongs to the problem and not to one implementation: only then it is passed to the
   * reference.
   */
  default boolean isOfTheProblem() {
    return true;
  }

  /** Whether it is passed to the entry point; a symbol is not. */
  default boolean isPassed() {
    return true;
  }

  /** What a kernel does with a buffer, and where it finds it. */
  enum Access {
    INPUT,
    /** An input that lies in a global variable of the program, by the argument's name. */
    SYMBOL,
    /** Poisoned before each launch. */
    OUTPUT,
    /** Written by the kernel, and holding given contents before each launch. */
    INOUT
  }

  /** How an output is compared with what the reference wrote. */
  enum Check {
    /** Element by element. */
    ELEMENTS("elements"),
    /** By their sum. */
    SUM("sum"),
    /** By the least of them. */
    LEAST("min"),
    /** By the greatest of them. */
    GREATEST("max"),
    /** By a program of the kernel's own, which judges all outputs together. */
    JUDGED("judged");

    private final String label;

    Check(String label) {
      this.label = label;
    }

    /** How files write it. */
    public String label() {
      return label;
    }

    static Check ofLabel(String label) {
      return Arrays.stream(values())
          .filter(check -> check.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no check."));
    }
  }

  /**
   * A dense buffer, row-major.
   *
   * @param dimensions integer expressions over the shape, and over the parameters for a {@linkplain
   *     #isReduced reduced} output; the number of elements is their product
   * @param fill what it holds before each launch; ignored for an {@link Access#OUTPUT}
   * @param special the special inputs that it may be filled with
   * @param check how an output is compared with the reference's
   * @param like the buffer whose contents an {@link Access#INOUT} holds before each launch; its own
   *     name where it has a fill of its own
   */
  record Buffer(
      String name,
      ElementType type,
      List<Expression> dimensions,
      Fill fill,
      Access access,
      List<Special> special,
      Check check,
      String like)
      implements Argument {
    public Buffer {
      dimensions = List.copyOf(dimensions);
      special = List.copyOf(special);
    }

    /** One with contents of its own. */
    public Buffer(
        String name,
        ElementType type,
        List<Expression> dimensions,
        Fill fill,
        Access access,
        List<Special> special) {
      this(name, type, dimensions, fill, access, special, Check.ELEMENTS, name);
    }

    /** An input or an output without special inputs. */
    public Buffer(
        String name, ElementType type, List<Expression> dimensions, Fill fill, boolean output) {
      this(name, type, dimensions, fill, output ? Access.OUTPUT : Access.INPUT, List.of());
    }

    /** The same with elements of another type. */
    Buffer with(ElementType other) {
      return new Buffer(name, other, dimensions, fill, access, special, check, like);
    }

    /** The same with another comparison. */
    Buffer with(Check other) {
      return new Buffer(name, type, dimensions, fill, access, special, other, like);
    }

    /** Whether one number is compared, so that its size may depend on the configuration. */
    public boolean isReduced() {
      return check != Check.ELEMENTS;
    }

    /** Whether the kernel writes it and the gate compares it. */
    public boolean output() {
      return access == Access.OUTPUT || access == Access.INOUT;
    }

    /** Whether it holds something given before each launch. */
    public boolean holds() {
      return access != Access.OUTPUT;
    }

    /** Whether it has to hold the same again before each launch. */
    public boolean isRestored() {
      return access == Access.INOUT;
    }

    public boolean isSymbol() {
      return access == Access.SYMBOL;
    }

    @Override
    public boolean isPassed() {
      return !isSymbol();
    }

    /** What a restored buffer holds before a launch, as an input with a name of its own. */
    public Buffer before() {
      return new Buffer(
          name + " before the launch",
          type,
          dimensions,
          fill,
          Access.INPUT,
          special,
          Check.ELEMENTS,
          like);
    }

    /** How it is filled for a special input set: as usual, unless it allows that special input. */
    public Fill fill(Optional<Special> wanted) {
      return wanted.filter(special::contains).map(kind -> kind.of(fill)).orElse(fill);
    }
  }

  /** A number passed by value; an expression over the shape and the parameters. */
  record Scalar(String name, ElementType type, Expression value) implements Argument {}

  /**
   * Memory through which the blocks of one launch communicate, such as partial sums and counters:
   * in device memory, aligned to 256 bytes. Zeroed before a candidate's first launch on a shape;
   * each later launch finds the contents that the previous one left.
   *
   * @param elements how many there are: an integer expression over the shape, the parameters and
   *     the device; with 0 the argument is the null pointer
   */
  record Scratch(String name, ElementType type, Expression elements) implements Argument {

    /** The same with elements of another type. */
    Scratch with(ElementType other) {
      return new Scratch(name, other, elements);
    }

    @Override
    public boolean isOfTheProblem() {
      return false;
    }
  }

  /**
   * The description of a buffer for tensor copies (a tensor map), passed by value.
   *
   * @param of the buffer that is copied from or to
   * @param box what one copy moves, in the order of the buffer's dimensions: integer expressions
   *     over the shape and the parameters
   * @param promotion bytes that the second-level cache fetches at once for a copy: one of {@link
   *     #PROMOTIONS}, an integer expression of the same kind
   */
  record TensorMap(
      String name, Buffer of, List<Expression> box, Swizzle swizzle, Expression promotion)
      implements Argument {

    /** In the order of {@code CUtensorMapL2promotion}; 0 is none. */
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

    /** The same of another buffer. */
    TensorMap with(Buffer other) {
      return new TensorMap(name, other, box, swizzle, promotion);
    }

    /** Why no device can make a map with this promotion, if so. */
    public Optional<String> refusal(long promotion) {
      return PROMOTIONS.contains(promotion)
          ? Optional.empty()
          : Optional.of(
              "the promotion of '%s' is %d, and must be one of %s"
                  .formatted(name, promotion, PROMOTIONS));
    }

    /** Why no device can make a map with a box of these sizes, if so. */
    public Optional<String> refusal(List<Long> sizes) {
      long rowBytes = sizes.getLast() * type().bytes();
      if (sizes.stream().anyMatch(size -> size < 1 || size > MOST)) {
        return Optional.of(
            "the box of '%s' is %s, and each of its sizes must be from 1 to %d"
                .formatted(name, sizes, MOST));
      }
      if (rowBytes % UNIT != 0) {
        return Optional.of(
            "a row in the box of '%s' has %d bytes, and must have a multiple of %d"
                .formatted(name, rowBytes, UNIT));
      }
      return swizzle != Swizzle.NONE && rowBytes > swizzle.bytes()
          ? Optional.of(
              "a row in the box of '%s' has %d bytes, and with swizzle %s it has %d at most"
                  .formatted(name, rowBytes, swizzle.label(), swizzle.bytes()))
          : Optional.empty();
    }
  }

  /** How a tensor copy scatters rows over the banks of shared memory. */
  enum Swizzle {
    NONE("none", 0),
    BYTES_32("32B", 32),
    BYTES_64("64B", 64),
    BYTES_128("128B", 128);

    private final String label;
    private final int bytes;

    Swizzle(String label, int bytes) {
      this.label = label;
      this.bytes = bytes;
    }

    /** How files write it, for example {@code 128B}. */
    public String label() {
      return label;
    }

    /** The longest row that it takes; 0 for none. */
    public int bytes() {
      return bytes;
    }

    /**
     * @throws IllegalArgumentException if none has this label
     */
    public static Swizzle ofLabel(String label) {
      return Arrays.stream(values())
          .filter(swizzle -> swizzle.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no swizzle."));
    }
  }
}
