package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The finalists that entered, which of them failed, and which are still to be measured. */
final class FinalsEntries {

  private final List<Finalist> entered;
  private final FinalistSuccession succession;
  private final List<Integer> left;
  private final Map<Integer, Rejected> failures = new HashMap<>();
  private final Map<Integer, Rejected> losses = new HashMap<>();
  private OptionalInt ended = OptionalInt.empty();

  FinalsEntries(List<Finalist> finalists, FinalistSuccession succession) {
    this.entered = new ArrayList<>(finalists);
    this.succession = succession;
    this.left = new ArrayList<>(IntStream.range(0, finalists.size()).boxed().toList());
  }

  /** Those still to be measured, in the order of entry. */
  List<Finalist> present() {
    return left.stream().map(entered::get).toList();
  }

  /**
   * One is out, and its successor enters.
   *
   * @param position among {@link #present}
   */
  void failed(int position, Rejected why) throws InterruptedException {
    int number = left.get(position);
    ended = OptionalInt.of(number);
    left.subList(position, position + 1).clear();
    failures.put(number, why);
    succession
        .successor(number, why)
        .ifPresent(
            next -> {
              left.add(entered.size());
              entered.add(next);
            });
  }

  /**
   * The process was lost while one ran. It is out if that was a hang, or the second time.
   *
   * @param position among {@link #present}
   */
  void lost(int position, Supervisor.Answer.Lost lost) throws InterruptedException {
    ended = OptionalInt.of(left.get(position));
    Rejected before = losses.put(left.get(position), lost.rejection());
    if (before != null) {
      failed(position, lost.rejection().after(before));
    } else if (lost.loss() == Loss.OVERDUE) {
      failed(position, lost.rejection());
    }
  }

  /** Which in the order of entry ended the last process; asked for once. */
  OptionalInt ended() {
    OptionalInt number = ended;
    ended = OptionalInt.empty();
    return number;
  }

  /**
   * All outcomes in the order of entry.
   *
   * @param held of {@link #present}
   */
  List<Outcome> measured(List<Outcome> held) {
    var outcomes = new HashMap<Integer, Outcome>(failures);
    IntStream.range(0, held.size()).forEach(i -> outcomes.put(left.get(i), held.get(i)));
    return IntStream.range(0, entered.size())
        .mapToObj(outcomes::get)
        .map(Objects::requireNonNull)
        .toList();
  }
}
