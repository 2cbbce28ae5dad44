package dev.evokernel.report.render;

/**
 * How text is written for a terminal, or for a file.
 *
 * @param width characters of a line; tables are made to fit it, prose is not
 * @param hasColours whether verdicts are coloured
 * @param isVerbose whether details are written too
 */
public record TextStyle(int width, boolean hasColours, boolean isVerbose) {

  /** Of files and pipes: as wide as it is, and plain. */
  public static final TextStyle PLAIN = new TextStyle(Integer.MAX_VALUE, false, false);

  public TextStyle {
    if (width < 1) {
      throw new IllegalArgumentException("width must be ≥ 1, was " + width + ".");
    }
  }
}
