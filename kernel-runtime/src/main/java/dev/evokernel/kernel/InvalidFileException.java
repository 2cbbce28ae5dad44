package dev.evokernel.kernel;

import java.util.List;
import java.util.stream.Collectors;

/** An input file is invalid; the message shows every problem with advice. */
public final class InvalidFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<FileProblem> problems;

  /**
   * @throws IllegalArgumentException if there is no problem
   */
  public InvalidFileException(List<FileProblem> problems) {
    super(problems.stream().map(FileProblem::toString).collect(Collectors.joining("\n")));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("An invalid file has at least one problem.");
    }
    this.problems = List.copyOf(problems);
  }

  /** In the file's order. */
  public List<FileProblem> problems() {
    return problems;
  }
}
