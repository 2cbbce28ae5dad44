package dev.evokernel.kernel.yaml;

/**
 * Position in a file: line and column, counted from 1, and characters to underline. Line 0 stands
 * for the file as a whole.
 */
public record Place(int line, int column, int width) {

  public static final Place FILE = new Place(0, 1, 1);

  public Place {
    width = Math.max(1, width);
  }
}
