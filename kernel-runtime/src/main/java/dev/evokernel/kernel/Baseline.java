package dev.evokernel.kernel;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A library that computes the same as the kernel and is measured beside the candidates. */
public sealed interface Baseline {

  /** For example {@code sdpa-flash}. */
  String name();

  /** The files that it is made of, absolute. */
  List<Path> files();

  /** A function with the candidate's signature, compiled once without parameters. */
  record Compiled(String name, Source source) implements Baseline {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * A program that is controlled through its standard input, in lines of JSON.
   *
   * @param words the program and its arguments
   * @param files those of the words that name a file beside the kernel, and what lies in the same
   *     folders
   * @param limit how long it may take for one answer
   */
  record Command(String name, List<String> words, List<Path> files, Duration limit)
      implements Baseline {
    public Command {
      words = List.copyOf(words);
      files = List.copyOf(files);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("A command has at least one word.");
      }
      if (!limit.isPositive()) {
        throw new IllegalArgumentException(
            "The limit of a baseline must be > 0, was " + limit + ".");
      }
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }
}
