package dev.evokernel.kernel;

import java.util.List;
import java.util.stream.Collectors;

/** An input file is invalid; the message shows the first problems, each with advice. */
public final class InvalidFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int MOST_SHOWN = 10;

  private final transient List<FileProblem> problems;

  /**
   * @throws IllegalArgumentException if there is no problem
   */
  public InvalidFileException(List<FileProblem> problems) {
    super(text(problems));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("An invalid file has at least one problem.");
    }
    this.problems = List.copyOf(problems);
  }

  private static String text(List<FileProblem> problems) {
    String shown =
        problems.stream()
            .limit(MOST_SHOWN)
            .map(FileProblem::toString)
            .collect(Collectors.joining("\n"));
    int more = problems.size() - MOST_SHOWN;
    return more > 0 ? shown + "\n… and %,d more.".formatted(more) : shown;
  }

  /** All of them, in the file's order. */
  public List<FileProblem> problems() {
    return problems;
  }
}
