package dev.evokernel.kernel;

/**
 * Position in a file.
 *
 * @param line line, counted from 1; 0 for the file as a whole
 * @param column column, counted from 1
 * @param width number of characters to underline, at least 1
 */
public record Place(int line, int column, int width) {

  public static final Place FILE = new Place(0, 1, 1);

  public Place {
    width = Math.max(1, width);
  }
}
