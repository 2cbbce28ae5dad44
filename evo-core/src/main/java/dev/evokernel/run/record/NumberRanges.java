package dev.evokernel.run.record;

import module java.base;

/** A sequence of mostly ascending numbers, as ranges without gaps. */
final class NumberRanges {

  /** First and last number of each range. */
  private final List<int[]> ranges = new ArrayList<>();

  private int size;

  void add(int number) {
    size++;
    if (!ranges.isEmpty() && ranges.getLast()[1] + 1 == number) {
      ranges.getLast()[1] = number;
    } else {
      ranges.add(new int[] {number, number});
    }
  }

  int size() {
    return size;
  }

  /** Lists all numbers, in the order of addition. */
  int[] all() {
    return ranges.stream()
        .flatMapToInt(range -> IntStream.rangeClosed(range[0], range[1]))
        .toArray();
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(ranges.size());
    for (int[] range : ranges) {
      out.writeInt(range[0]);
      out.writeInt(range[1]);
    }
  }

  static NumberRanges read(DataInputStream in) throws IOException {
    var numbers = new NumberRanges();
    for (int left = in.readInt(); left > 0; left--) {
      int[] range = {in.readInt(), in.readInt()};
      if (range[0] < 1 || range[1] < range[0]) {
        throw new IOException("it has a range " + Arrays.toString(range));
      }
      numbers.ranges.add(range);
      numbers.size += range[1] - range[0] + 1;
    }
    return numbers;
  }
}
