package dev.evokernel.kernel;

/**
 * Where something stands in a file.
 *
 * @param line counted from 1; 0 for the file as a whole
 * @param column counted from 1
 * @param width the number of characters to underline, at least 1
 */
public record Place(int line, int column, int width) {

  /** The file as a whole. */
  public static final Place FILE = new Place(0, 1, 1);

  public Place {
    width = Math.max(1, width);
  }
}
