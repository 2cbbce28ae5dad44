package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;

/** Value that C passes by copy, or a member of a structure, laid out by C's rules. */
public sealed interface Member {

  default long bytes() {
    return flat().stream().mapToLong(Member::bytes).sum();
  }

  default long alignment() {
    return bytes();
  }

  /** Members without members of their own, and the gaps between them. */
  List<Leaf> flat();

  /** Numbers and pointers, also those of arrays. */
  default Stream<Leaf> parts() {
    return flat().stream()
        .flatMap(
            leaf -> leaf instanceof Pointers(List<Pointer> all) ? all.stream() : Stream.of(leaf));
  }

  /** Member without members of its own; a pointer unless it says otherwise. */
  sealed interface Leaf extends Member {
    @Override
    default long bytes() {
      return Long.BYTES;
    }

    @Override
    default List<Leaf> flat() {
      return List.of(this);
    }

    default Stream<Expression> expressions() {
      return Stream.of();
    }

    /** Explains why the value is wrong; empty if it is not. */
    default Optional<String> refusal(Frame frame, ToLongFunction<String> elements) {
      return Optional.empty();
    }
  }

  record Scalar(ElementType type, Expression value) implements Leaf {
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
                      value, number, number < type.least() ? "small" : "large", type.label()));
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
      implements Leaf {
    @Override
    public Stream<Expression> expressions() {
      return Stream.of(offset, count, stride);
    }

    /** Elements that are pointed to. */
    public LongStream offsets(Frame frame) {
      long step = stride.integer(frame);
      return LongStream.iterate(offset.integer(frame), at -> at + step)
          .limit(Math.max(0, count.integer(frame)));
    }

    @Override
    public Optional<String> refusal(Frame frame, ToLongFunction<String> elements) {
      long most = elements.applyAsLong(of);
      return offsets(frame)
          .filter(at -> at < 0 || at >= most)
          .mapToObj(
              at -> "a pointer is to element %d of '%s', which has %d".formatted(at, of, most))
          .findFirst();
    }
  }

  /** Pointer to an array of pointers in memory of its own; the null pointer if there is none. */
  record Pointers(List<Pointer> all) implements Leaf {
    public Pointers {
      all = List.copyOf(all);
    }
  }

  record Gap(long bytes) implements Leaf {}

  record Struct(List<Member> members) implements Member {
    public Struct {
      members = List.copyOf(members);
    }

    @Override
    public long alignment() {
      return members.stream().mapToLong(Member::alignment).max().orElse(1);
    }

    @Override
    public List<Leaf> flat() {
      var flat = new ArrayList<Leaf>();
      for (Member member : members) {
        align(flat, member.alignment());
        flat.addAll(member.flat());
      }
      align(flat, alignment());
      return flat;
    }

    private static void align(List<Leaf> flat, long alignment) {
      long beyond = flat.stream().mapToLong(Member::bytes).sum() % alignment;
      if (beyond > 0) {
        flat.add(new Gap(alignment - beyond));
      }
    }
  }
}
