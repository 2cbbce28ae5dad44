package dev.evokernel.cli;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;

/** Writer to a terminal. Of control characters and their sequences, only colours pass. */
final class TerminalWriter extends PrintWriter {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  public TerminalWriter(PrintWriter out) {
    super(out, true);
  }

  @Override
  public void write(String raw, int from, int count) {
    String text = raw.substring(from, from + count);
    Matcher colour = COLOUR.matcher(text);
    var clean = new StringBuilder();
    int done = 0;
    while (colour.find()) {
      clean.append(Printable.text(text.substring(done, colour.start()))).append(colour.group());
      done = colour.end();
    }
    clean.append(Printable.text(text.substring(done)));
    super.write(clean.toString(), 0, clean.length());
  }
}
