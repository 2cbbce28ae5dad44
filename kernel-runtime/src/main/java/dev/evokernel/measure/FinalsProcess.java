package dev.evokernel.measure;

/**
 * Device process of the finals.
 *
 * @param number number of the process, from 1
 * @param of total number of processes
 */
public record FinalsProcess(int number, int of) {

  /** Finals in a single process. */
  public static final FinalsProcess ONLY = new FinalsProcess(1, 1);

  public FinalsProcess {
    if (number < 1 || of < number) {
      throw new IllegalArgumentException(
          "A process needs 1 ≤ number ≤ of, was %d of %d.".formatted(number, of));
    }
  }
}
