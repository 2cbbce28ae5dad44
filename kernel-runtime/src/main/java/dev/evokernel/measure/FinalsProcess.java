package dev.evokernel.measure;

/**
 * Device process of the finals.
 *
 * @param number number of the process, from 1
 * @param of total number of processes
 * @param share share of the remaining time for this process, above 0 and at most 1
 */
public record FinalsProcess(int number, int of, double share) {

  /** Finals in a single process. */
  public static final FinalsProcess ONLY = new FinalsProcess(1, 1, 1);

  public FinalsProcess {
    if (number < 1 || of < number || !(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "A process needs 1 ≤ number ≤ of and 0 < share ≤ 1, was %d of %d with %s."
              .formatted(number, of, share));
    }
  }

  public boolean isFirst() {
    return number == 1;
  }
}
