package dev.evokernel.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** One command line, run in this process, and what came of it. */
public record Execution(int code, String out, String err) {

  /** Exit codes of a finished run: decided, or undecided where the machine is too noisy. */
  public static final List<Integer> FINISHED = List.of(0, 3);

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
