package dev.evokernel.cli;

import dev.evokernel.kernel.yaml.Printable;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** Progress messages of a command, on the error stream; standard output has only the result. */
public final class News {

  private News() {}

  /** Prints each message on one line and flushes. */
  public static Consumer<String> of(CommandSpec command) {
    return news -> {
      PrintWriter err = command.commandLine().getErr();
      err.println(Printable.inline(news));
      err.flush();
    };
  }
}
