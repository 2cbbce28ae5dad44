package dev.evokernel.cli;

import module java.base;

/** One command line, run in this process, and what came of it. */
public record Execution(int code, String out, String err) {

  /** Exit codes of a finished run: decided, or undecided where the machine is too noisy. */
  public static final List<Integer> FINISHED = List.of(0, 3);

  /** Runs the words of a line, and then more. */
  public static Execution line(String line, String... more) {
    return of(
        Stream.concat(Stream.of(line.split(" ", -1)), Stream.of(more)).toArray(String[]::new));
  }

  public static Execution of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Evo.commandLine(arguments.length == 0 ? "" : arguments[0])
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Execution(code, out.toString(), err.toString());
  }
}
