package dev.evokernel.cli.options;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command says while it works: on the error stream, so that its output is its result alone.
 */
public final class News {

  private News() {}

  /** Prints one line at a time, at once. */
  public static Consumer<String> of(CommandSpec command) {
    return news -> {
      PrintWriter err = command.commandLine().getErr();
      err.println(news);
      err.flush();
    };
  }
}
