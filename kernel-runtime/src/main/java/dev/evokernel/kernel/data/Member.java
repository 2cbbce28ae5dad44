package dev.evokernel.kernel.data;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;

/** Value that C passes by copy, or a member of a structure, laid out by C's rules. */
public sealed interface Member {

  int POINTER = Long.BYTES;

  long bytes();

  default long alignment() {
    return bytes();
  }

  /** Parts without members of their own, in order. */
  default Stream<Part> parts() {
    return Stream.of();
  }

  /** Number of arrays of pointers in the value. */
  default long arrays() {
    return this instanceof Pointers ? 1 : 0;
  }

  /** Number or pointer that expressions decide. */
  sealed interface Part extends Member {
    Stream<Expression> expressions();

    /**
     * Explains why the part has no right value; empty if it has one.
     *
     * @param elements of a buffer
     */
    Optional<String> refusal(Frame frame, ToLongFunction<String> elements);

    @Override
    default Stream<Part> parts() {
      return Stream.of(this);
    }
  }

  record Number(ElementType type, Expression value) implements Part {
    @Override
    public long bytes() {
      return type.bytes();
    }

    @Override
    public Stream<Expression> expressions() {
      return Stream.of(value);
    }

    @Override
    public Optional<String> refusal(Frame frame, ToLongFunction<String> elements) {
      if (type.isFloating()) {
        value.real(frame);
        return Optional.empty();
      }
      long number = value.integer(frame);
      return number >= type.least() && number <= type.most()
          ? Optional.empty()
          : Optional.of(
              "'%s' is %d, too %s for %s"
                  .formatted(
                      value,
                      number,
                      number < type.least() && type.isUnsigned() ? "small" : "large",
                      type.label()));
    }
  }

  record Null() implements Member {
    @Override
    public long bytes() {
      return POINTER;
    }
  }

  /**
   * Pointers to elements of a buffer.
   *
   * @param of the buffer's name
   * @param offset of the first element that is pointed to
   * @param count of the pointers; 1 outside {@link Pointers}
   * @param stride elements from one to the next
   */
  record Pointer(String of, Expression offset, Expression count, Expression stride)
      implements Part {
    @Override
    public long bytes() {
      return POINTER;
    }

    @Override
    public Stream<Expression> expressions() {
      return Stream.of(offset, count, stride);
    }

    /** Elements that are pointed to. */
    public LongStream offsets(Frame frame) {
      long step = stride.integer(frame);
      return LongStream.iterate(offset.integer(frame), at -> at + step).limit(count.integer(frame));
    }

    @Override
    public Optional<String> refusal(Frame frame, ToLongFunction<String> elements) {
      if (count.integer(frame) < 1) {
        return Optional.of(
            "the count of pointers into '%s' is %d".formatted(of, count.integer(frame)));
      }
      long most = elements.applyAsLong(of);
      return offsets(frame)
          .filter(at -> at < 0 || at >= most)
          .mapToObj(
              at -> "a pointer is to element %d of '%s', which has %d".formatted(at, of, most))
          .findFirst();
    }
  }

  /** Pointer to an array of pointers, which lies in memory of its own. */
  record Pointers(List<Pointer> all) implements Member {
    public Pointers {
      all = List.copyOf(all);
    }

    @Override
    public long bytes() {
      return POINTER;
    }

    @Override
    public Stream<Part> parts() {
      return all.stream().map(pointer -> pointer);
    }
  }

  record Struct(List<Member> members) implements Member {
    public Struct {
      members = List.copyOf(members);
    }

    @Override
    public long alignment() {
      return members.stream().mapToLong(Member::alignment).max().orElse(1);
    }

    @Override
    public long arrays() {
      return members.stream().mapToLong(Member::arrays).sum();
    }

    @Override
    public long bytes() {
      Member last = members.getLast();
      return aligned(offsets().getLast() + last.bytes(), alignment());
    }

    /** Offset of each member. */
    public List<Long> offsets() {
      var offsets = new ArrayList<Long>();
      long next = 0;
      for (Member member : members) {
        next = aligned(next, member.alignment());
        offsets.add(next);
        next += member.bytes();
      }
      return offsets;
    }

    private static long aligned(long offset, long alignment) {
      return Math.ceilDiv(offset, alignment) * alignment;
    }

    @Override
    public Stream<Part> parts() {
      return members.stream().flatMap(Member::parts);
    }
  }
}
