package dev.evokernel.store;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import org.jspecify.annotations.Nullable;

/**
 * List of a run's candidates, by number, with one page in memory: the samples of a long run take
 * gigabytes. Iteration in order reads each candidate once. The size is fixed at creation; each
 * candidate is as recorded when its page is read.
 *
 * <p>Thread-safe. Needs an open store.
 */
final class PagedCandidates extends AbstractList<Candidate> implements RandomAccess {

  /** Candidates of a page: 2 MB with ten shapes of twenty samples. */
  static final int PAGE = 128;

  private final Database database;
  private final String run;
  private final Optional<Integer> device;
  private final Optional<String> shape;
  private final List<Integer> numbers;
  private List<Candidate> page = List.of();
  private int first = -1;
  private @Nullable List<Candidate> outlines;

  PagedCandidates(
      Database database,
      String run,
      Optional<Integer> device,
      Optional<String> shape,
      List<Integer> numbers) {
    this.database = database;
    this.run = run;
    this.device = device;
    this.shape = shape;
    this.numbers = numbers;
  }

  PagedCandidates where(Predicate<Candidate> condition, Optional<String> only) {
    List<Integer> some = outlines().stream().filter(condition).map(Candidate::number).toList();
    return new PagedCandidates(database, run, device, only, some);
  }

  @Override
  public synchronized Candidate get(int index) {
    Objects.checkIndex(index, size());
    int begin = index - index % PAGE;
    if (begin != first) {
      page = List.of(); // Freed before the next page is read.
      page = read(numbers.subList(begin, Math.min(begin + PAGE, size())), shape);
      first = begin;
    }
    return page.get(index - begin);
  }

  private List<Candidate> read(List<Integer> some, Optional<String> only) {
    return database.read(
        transaction ->
            CandidateTable.candidates(
                transaction,
                "run = ?1 AND number IN (SELECT value FROM json_each(?2))",
                only,
                run,
                StoredJson.of(some)));
  }

  @Override
  public int size() {
    return numbers.size();
  }

  Optional<Candidate> numbered(int number) {
    return Collections.binarySearch(numbers, number) >= 0
        ? read(List.of(number), Optional.empty()).stream().findFirst()
        : Optional.empty();
  }

  List<DeviceState> disturbed() {
    return database.read(
        transaction ->
            transaction.query(
                """
                SELECT m.device_state FROM measurements m JOIN candidates c ON c.id = m.candidate
                WHERE c.run = ? AND json_extract(m.device_state, '$.discarded') > 0
                ORDER BY c.number, m.position\
                """,
                StoredJson::deviceState,
                run));
  }

  synchronized void release() {
    outlines = null;
    page = List.of();
    first = -1;
  }

  synchronized List<Candidate> outlines() {
    if (outlines == null) {
      outlines =
          database.read(
              transaction ->
                  CandidateTable.outlines(
                      transaction, "run = ?1 AND device = ifnull(?2, device)", run, device));
    }
    return outlines;
  }
}
