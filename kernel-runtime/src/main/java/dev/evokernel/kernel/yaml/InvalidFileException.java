package dev.evokernel.kernel.yaml;

import java.util.List;
import java.util.StringJoiner;

/** Invalid input file. The message shows the first problems, each with advice. */
public final class InvalidFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int MOST_SHOWN = 10;

  /** Length in characters after which no further problem is shown. */
  private static final int LONG = 3000;

  private final transient List<FileProblem> problems;

  public InvalidFileException(List<FileProblem> problems) {
    super(text(problems));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("An invalid file has at least one problem.");
    }
    this.problems = List.copyOf(problems);
  }

  private static String text(List<FileProblem> problems) {
    var text = new StringJoiner("\n");
    int shown = 0;
    while (shown < Math.min(MOST_SHOWN, problems.size()) && text.length() < LONG) {
      text.add(problems.get(shown++).toString());
    }
    int more = problems.size() - shown;
    return more > 0 ? text.add("… and %,d more.".formatted(more)).toString() : text.toString();
  }

  /** All problems, in the file's order. */
  public List<FileProblem> problems() {
    return problems;
  }
}
