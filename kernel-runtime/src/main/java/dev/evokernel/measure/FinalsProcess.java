package dev.evokernel.measure;

/**
 * Which of the device processes of one finals this is.
 *
 * @param number from 1
 * @param of how many there are to be
 * @param share of the time that is left which this one may take, above 0 and at most 1
 */
public record FinalsProcess(int number, int of, double share) {

  /** Finals in a single process. */
  public static final FinalsProcess ONLY = new FinalsProcess(1, 1, 1);

  public FinalsProcess {
    if (number < 1 || of < number || !(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "Process %d of %d with a share of %s of the time cannot be."
              .formatted(number, of, share));
    }
  }

  public boolean isFirst() {
    return number == 1;
  }
}
