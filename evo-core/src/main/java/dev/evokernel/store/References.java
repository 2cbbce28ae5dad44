package dev.evokernel.store;

import module java.base;

import dev.evokernel.expr.Spelling;

/**
 * Finds runs and candidates by a reference: a run's id, a unique prefix of an id, {@code latest},
 * or {@code RUN/NUMBER} for a candidate.
 */
public record References(Path file) {

  public static final String LATEST = "latest";

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private static final int LISTED = 5;

  static final String NEWEST_FIRST = "ORDER BY started DESC, rowid DESC";

  private static List<StoredRun> latest(Transaction transaction) {
    return RunTable.runs(transaction, NEWEST_FIRST + " LIMIT 1");
  }

  /** Runs whose id begins with a prefix; only the run with exactly this id if there is one. */
  private static List<StoredRun> beginningWith(Transaction transaction, String prefix) {
    List<StoredRun> found =
        RunTable.runs(
            transaction, "WHERE substr(id, 1, length(?1)) = ?1 ORDER BY started, rowid", prefix);
    List<StoredRun> exact = found.stream().filter(run -> run.id().equals(prefix)).toList();
    return exact.isEmpty() ? found : exact;
  }

  StoredRun run(Transaction transaction, String reference) {
    List<StoredRun> found =
        reference.equals(LATEST) ? latest(transaction) : beginningWith(transaction, reference);
    return switch (found.size()) {
      case 1 -> found.getFirst();
      case 0 -> throw new UnknownRecordException(noRun(transaction, reference));
      default -> throw new UnknownRecordException(ambiguous(reference, found));
    };
  }

  Candidate candidate(Transaction transaction, String reference) {
    int slash = reference.lastIndexOf('/');
    String number = reference.substring(slash + 1);
    if (slash < 1 || !NUMBER.matcher(number).matches()) {
      throw new UnknownRecordException(
          "'"
              + reference
              + "' names no candidate. Write RUN/NUMBER, for example "
              + latest(transaction).stream()
                  .map(StoredRun::id)
                  .findFirst()
                  .orElse("gemm-20261120-193205")
              + "/1.");
    }
    String id = run(transaction, reference.substring(0, slash)).id();
    return CandidateTable.candidates(
            transaction, "run = ? AND number = ?", id, Integer.parseInt(number))
        .stream()
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownRecordException("Run '%s' has no candidate %s.".formatted(id, number)));
  }

  private String noRun(Transaction transaction, String reference) {
    List<String> ids =
        RunTable.runs(transaction, NEWEST_FIRST).stream().map(StoredRun::id).toList();
    return ids.isEmpty()
        ? "No run in " + file + " yet."
        : "No run '%s' in %s. %s"
            .formatted(
                reference,
                file,
                near(reference, ids)
                    .map(near -> "Maybe '" + near + "'?")
                    .orElse("The latest is '" + ids.getFirst() + "'."));
  }

  private static Optional<String> near(String reference, List<String> ids) {
    return Spelling.nearest(reference, ids)
        .or(
            () ->
                ids.stream()
                    .filter(id -> id.length() > reference.length())
                    .filter(
                        id ->
                            Spelling.nearest(
                                    reference, List.of(id.substring(0, reference.length())))
                                .isPresent())
                    .findFirst());
  }

  private static String ambiguous(String reference, List<StoredRun> found) {
    return "'"
        + reference
        + "' begins the names of "
        + found.size()
        + " runs: "
        + found.stream().map(StoredRun::id).limit(LISTED).collect(Collectors.joining(", "))
        + (found.size() > LISTED ? " …" : "")
        + ". Give more of the name.";
  }
}
