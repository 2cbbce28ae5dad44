package dev.evokernel.kernel;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What computes the outputs that a candidate is compared with, or judges them. */
public sealed interface Reference {

  /** The files that it is made of, absolute. */
  List<Path> files();

  /** A function with the candidate's signature, compiled once without parameters. */
  record Compiled(Source source) implements Reference {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * The kernel itself in one configuration, with that configuration's launch: what there is to
   * compare with where a kernel came without a reference. It shows what changes with the
   * configuration, and no error that all configurations share.
   *
   * @param source the kernel's, with the configuration's values among its flags
   */
  record Itself(Source source, Configuration configuration) implements Reference {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * A program of the kernel's own that judges a candidate's outputs: none are computed beforehand.
   * It stays alive and answers one line of JSON for each launch, see docs/checks.md.
   *
   * @param words the program and its arguments; empty where it is made of a C function
   * @param function the C function that judges, compiled by the system's compiler; empty where
   *     there is a program
   * @param files those of the kernel's that it is made of
   * @param limit how long it may take to start, and for one launch
   */
  record Judge(List<String> words, Optional<Source> function, List<Path> files, Duration limit)
      implements Reference {
    public Judge {
      words = List.copyOf(words);
      files = List.copyOf(files);
      if (words.isEmpty() == function.isEmpty()) {
        throw new IllegalArgumentException("A check is either a program or a C function.");
      }
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("The limit of a check must be > 0, was " + limit + ".");
      }
    }

    @Override
    public String toString() {
      return function.map(Source::entry).orElseGet(() -> String.join(" ", words));
    }
  }

  /**
   * A command that reads the inputs from files and writes the expected outputs to files.
   *
   * @param words the program and its arguments
   * @param files those of the words that name a file of the kernel's
   * @param limit how long it may take for one shape and input set
   */
  record Command(List<String> words, List<Path> files, Duration limit) implements Reference {
    public Command {
      words = List.copyOf(words);
      files = List.copyOf(files);
      if (words.isEmpty()) {
        throw new IllegalArgumentException("A command has at least one word.");
      }
      if (!limit.isPositive()) {
        throw new IllegalArgumentException(
            "The limit of a reference must be > 0, was " + limit + ".");
      }
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }
}
