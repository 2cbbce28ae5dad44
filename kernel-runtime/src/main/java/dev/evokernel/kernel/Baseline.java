package dev.evokernel.kernel;

import module java.base;

/** Library that computes what the kernel computes, and its files as absolute paths. */
public sealed interface Baseline {

  String name();

  List<Path> files();

  /** Function with the candidate's signature, compiled once without parameters. */
  record Compiled(String name, Source source) implements Baseline {
    @Override
    public List<Path> files() {
      return source.files();
    }
  }

  /**
   * Program that answers requests on its standard input, one line of JSON each, within a time
   * limit. The files include all files of the folders of files that the words name.
   */
  record Command(String name, List<String> words, List<Path> files, Duration limit)
      implements Baseline {
    public Command {
      words = ArrayProgram.checked("a baseline", words, limit);
      files = List.copyOf(files);
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }
}
