package dev.evokernel.store;

import dev.evokernel.outcome.DeviceState;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of a run, by number, of which one page at a time is in memory: those of a long run
 * have gigabytes of samples. Going through them in order reads each once. Their number is that of
 * the time when they were counted; what is known of each is that of when it is read.
 *
 * <p>Thread-safe. The store has to be open.
 */
final class PagedCandidates extends AbstractList<Candidate> implements RandomAccess {

  /** With ten shapes of twenty samples 2 MB. */
  static final int PAGE = 128;

  private final Database database;
  private final String run;
  private final Optional<Integer> device;
  private final Optional<String> shape;
  private final int[] numbers;
  private List<Candidate> page = List.of();
  private int first = -1;
  private @Nullable List<CandidateOutline> outlines;

  /**
   * @param device whose evaluations alone are in the outlines; empty for those of all
   * @param shape of the measurements that are read, where those of the others are not asked for
   * @param numbers of the candidates, ascending
   */
  PagedCandidates(
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
   * Some of them.
   *
   * @param only of the shape whose measurements are read; the others are left out
   */
  PagedCandidates where(Predicate<CandidateOutline> those, Optional<String> only) {
    int[] some = outlines().stream().filter(those).mapToInt(CandidateOutline::number).toArray();
    return new PagedCandidates(database, run, device, only, some);
  }

  @Override
  public synchronized Candidate get(int index) {
    Objects.checkIndex(index, numbers.length);
    int begin = index - index % PAGE;
    if (begin != first) {
      int[] wanted = Arrays.copyOfRange(numbers, begin, Math.min(begin + PAGE, numbers.length));
      page = List.of(); // It goes before the next one comes.
      page = database.read(transaction -> CandidateTable.some(transaction, run, wanted, shape));
      first = begin;
    }
    return page.get(index - begin);
  }

  @Override
  public int size() {
    return numbers.length;
  }

  /** The candidate with a number. */
  Optional<Candidate> numbered(int number) {
    return Arrays.binarySearch(numbers, number) < 0
        ? Optional.empty()
        : database.read(transaction -> CandidateTable.one(transaction, run, number));
  }

  /** As {@link RunHistory#disturbed}. */
  List<DeviceState> disturbed() {
    return database.read(transaction -> OutlineQuery.disturbed(transaction, run));
  }

  /** As {@link RunHistory#release}. */
  synchronized void release() {
    outlines = null;
    page = List.of();
    first = -1;
  }

  /** All of them, read once and again after a {@linkplain #release release}. */
  synchronized List<CandidateOutline> outlines() {
    if (outlines == null) {
      outlines = database.read(transaction -> OutlineQuery.of(transaction, run, device));
    }
    return outlines;
  }
}
