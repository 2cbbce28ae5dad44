package dev.evokernel.kernel;

import module java.base;

/** Source of the expected outputs, or judge of a candidate's outputs; files are absolute. */
public sealed interface Reference {

  List<Path> files();

  /** Function with the candidate's signature, compiled once without parameters. */
  record Compiled(Source source) implements Reference {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * Kernel itself in one configuration, with its launch, for a kernel without a reference. It
   * detects differences between configurations, but no error that all configurations share. The
   * source has the configuration's values among its flags.
   */
  record Itself(Source source, Configuration configuration) implements Reference {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * Check of the kernel that judges outputs without expected ones, see docs/programs.md: either a
   * program, which stays alive and answers one line of JSON for each launch, or a C function. The
   * limit applies to the start and to one launch.
   */
  record Judge(List<String> words, Optional<Source> function, List<Path> files, Duration limit)
      implements Reference {
    public Judge {
      words = List.copyOf(words);
      files = List.copyOf(files);
      if (words.isEmpty() == function.isEmpty()) {
        throw new IllegalArgumentException("A check must be either a program or a C function.");
      }
      if (!limit.isPositive()) {
        throw new IllegalArgumentException(
            "The timeout of a check must be > 0, was " + limit + ".");
      }
    }

    @Override
    public String toString() {
      return function.map(Source::entry).orElseGet(() -> String.join(" ", words));
    }
  }

  /** Program that makes the expected outputs from the inputs. */
  record Command(ArrayProgram program) implements Reference {
    @Override
    public List<Path> files() {
      return program.files();
    }

    @Override
    public String toString() {
      return program.toString();
    }
  }
}
