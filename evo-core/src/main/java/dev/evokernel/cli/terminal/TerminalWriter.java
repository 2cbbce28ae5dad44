package dev.evokernel.cli.terminal;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;

/** Writer to a terminal. Of control characters and their sequences, only colours pass. */
public final class TerminalWriter extends Writer {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private final Writer out;

  private TerminalWriter(Writer out) {
    this.out = out;
  }

  /** Wraps a writer that shows its text at once. */
  public static PrintWriter of(PrintWriter out) {
    return new PrintWriter(new TerminalWriter(out), true);
  }

  @Override
  public void write(char[] letters, int from, int count) throws IOException {
    String text = new String(letters, from, count);
    Matcher colour = COLOUR.matcher(text);
    int done = 0;
    while (colour.find()) {
      out.write(Printable.text(text.substring(done, colour.start())) + colour.group());
      done = colour.end();
    }
    out.write(Printable.text(text.substring(done)));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
