package dev.evokernel.store.query;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.store.file.Database;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.table.CandidateTable;
import org.jspecify.annotations.Nullable;

/**
 * List of a run's candidates, by number, with one page in memory: the samples of a long run take
 * gigabytes. Iteration in order reads each candidate once. The size is fixed at creation; each
 * candidate is as recorded when its page is read.
 *
 * <p>Thread-safe. Needs an open store.
 */
public final class PagedCandidates extends AbstractList<Candidate> implements RandomAccess {

  /** Candidates of a page: 2 MB with ten shapes of twenty samples. */
  static final int PAGE = 128;

  private final Database database;
  private final String run;
  private final Optional<Integer> device;
  private final Optional<String> shape;
  private final int[] numbers;
  private List<Candidate> page = List.of();
  private int first = -1;
  private @Nullable List<Candidate> outlines;

  /**
   * @param device whose evaluations the outlines contain; empty for all devices
   * @param shape whose measurements are read; empty for all shapes
   * @param numbers of the candidates, ascending
   */
  public PagedCandidates(
      Database database,
      String run,
      Optional<Integer> device,
      Optional<String> shape,
      int... numbers) {
    this.database = database;
    this.run = run;
    this.device = device;
    this.shape = shape;
    this.numbers = numbers;
  }

  /**
   * Selects candidates.
   *
   * @param only the shape whose measurements are read; empty for all shapes
   */
  PagedCandidates where(Predicate<Candidate> condition, Optional<String> only) {
    int[] some = outlines().stream().filter(condition).mapToInt(Candidate::number).toArray();
    return new PagedCandidates(database, run, device, only, some);
  }

  @Override
  public synchronized Candidate get(int index) {
    Objects.checkIndex(index, numbers.length);
    int begin = index - index % PAGE;
    if (begin != first) {
      int[] wanted = Arrays.copyOfRange(numbers, begin, Math.min(begin + PAGE, numbers.length));
      page = List.of(); // Freed before the next page is read.
      page = database.read(transaction -> CandidateTable.some(transaction, run, wanted, shape));
      first = begin;
    }
    return page.get(index - begin);
  }

  @Override
  public int size() {
    return numbers.length;
  }

  Optional<Candidate> numbered(int number) {
    return Arrays.binarySearch(numbers, number) < 0
        ? Optional.empty()
        : database.read(transaction -> CandidateTable.one(transaction, run, number));
  }

  List<DeviceState> disturbed() {
    return database.read(transaction -> CandidateTable.disturbed(transaction, run));
  }

  synchronized void release() {
    outlines = null;
    page = List.of();
    first = -1;
  }

  /** Outlines of all candidates, cached until {@link #release}. */
  synchronized List<Candidate> outlines() {
    if (outlines == null) {
      outlines = database.read(transaction -> CandidateTable.outlines(transaction, run, device));
    }
    return outlines;
  }
}
