package dev.evokernel.report.document;

/**
 * Style of text for a terminal or a file.
 *
 * @param width maximum width of tables, in characters; prose is not wrapped
 * @param hasColours whether verdicts are coloured
 * @param isVerbose whether details are written
 */
public record TextStyle(int width, boolean hasColours, boolean isVerbose) {

  /** Style for files and pipes: unlimited width, no colours, no details. */
  public static final TextStyle PLAIN = new TextStyle(Integer.MAX_VALUE, false, false);

  public TextStyle {
    if (width < 1) {
      throw new IllegalArgumentException("width must be ≥ 1, was " + width + ".");
    }
  }
}
