package dev.evokernel.expr;

import java.util.List;

/** A part that is true or false. */
sealed interface TruthNode extends Node {

  boolean at(long[] slots);

  record Constant(boolean value) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return value;
    }
  }

  record Name(int slot) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return slots[slot] != 0;
    }
  }

  record Not(TruthNode operand) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return !operand.at(slots);
    }
  }

  record And(TruthNode left, TruthNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) && right.at(slots);
    }
  }

  record Or(TruthNode left, TruthNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) || right.at(slots);
    }
  }

  record Conditional(TruthNode condition, TruthNode then, TruthNode otherwise)
      implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return condition.at(slots) ? then.at(slots) : otherwise.at(slots);
    }
  }

  record SameInteger(IntegerNode left, IntegerNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) == right.at(slots);
    }
  }

  record LessInteger(IntegerNode left, IntegerNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) < right.at(slots);
    }
  }

  record AtMostInteger(IntegerNode left, IntegerNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) <= right.at(slots);
    }
  }

  record SameReal(RealNode left, RealNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) == right.at(slots);
    }
  }

  record LessReal(RealNode left, RealNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) < right.at(slots);
    }
  }

  record AtMostReal(RealNode left, RealNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) <= right.at(slots);
    }
  }

  record SameTruth(TruthNode left, TruthNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      return left.at(slots) == right.at(slots);
    }
  }

  record SameText(TextNode left, TextNode right) implements TruthNode {
    @Override
    public boolean at(long[] slots) {
      long word = left.at(slots);
      return word >= 0 && word == right.at(slots);
    }
  }

  /** Whether an integer is one of a few constants. */
  @SuppressWarnings("ArrayRecordComponent")
  record Member(IntegerNode operand, long[] values) implements TruthNode {
    static Member of(IntegerNode operand, List<Long> values) {
      return new Member(operand, values.stream().mapToLong(Long::longValue).toArray());
    }

    @Override
    public boolean at(long[] slots) {
      long value = operand.at(slots);
      for (long candidate : values) {
        if (candidate == value) {
          return true;
        }
      }
      return false;
    }
  }
}
