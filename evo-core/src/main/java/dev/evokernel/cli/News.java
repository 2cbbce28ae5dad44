package dev.evokernel.cli;

import java.io.PrintWriter;

/** What a command says while it works: on the error stream, so that its output is its result. */
final class News {

  private News() {}

  /** One line, at once. */
  static void say(PrintWriter err, String news) {
    err.println(news);
    err.flush();
  }
}
