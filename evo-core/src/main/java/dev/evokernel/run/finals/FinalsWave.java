package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.RunDevice;

/**
 * A wave of processes of the finals that are held side by side, with their results so far.
 *
 * <p>A successor that enters in the first process is missing from the other processes, which are
 * stopped and held again with it.
 */
final class FinalsWave {

  private final List<FinalsSeating> seatings;
  private final FinalistSuccession succession;
  private final FinalsDevices.Holding holding;
  private final Map<Integer, List<Outcome>> outcomes = new ConcurrentHashMap<>();
  private final Set<Thread> besides = ConcurrentHashMap.newKeySet();

  /** Finalists that entered in the first process, with those that failed there on any device. */
  private final List<Finalist> entered = new ArrayList<>();

  private final Map<Integer, Rejected> failed = new HashMap<>();
  private volatile boolean grown;

  /**
   * @param seatings in the order of the processes, at least one
   * @param succession of the first process of the finals
   */
  FinalsWave(
      List<FinalsSeating> seatings, FinalistSuccession succession, FinalsDevices.Holding holding) {
    this.seatings = List.copyOf(seatings);
    this.succession = succession;
    this.holding = holding;
    entered.addAll(seatings.getFirst().finalists());
  }

  /** Lists the open processes, in order. */
  List<FinalsSeating> open() {
    return seatings.stream()
        .filter(seating -> !grown || seating.process().isFirst())
        .filter(seating -> !outcomes.containsKey(seating.process().number()))
        .toList();
  }

  /**
   * Lists the outcomes in the order of the processes; of the first process alone if a successor
   * entered there.
   */
  List<List<Outcome>> outcomes() {
    return seatings.stream()
        .filter(seating -> !grown || seating.process().isFirst())
        .map(seating -> outcomes.getOrDefault(seating.process().number(), List.of()))
        .toList();
  }

  /**
   * Holds some processes on a device, one after another.
   *
   * @throws EnvironmentException if the device fails; its current pair is then open again
   */
  void hold(RunDevice device, List<FinalsSeating> some) throws InterruptedException {
    for (FinalsSeating one : some) {
      int number = one.process().number();
      try {
        if (one.process().isFirst()) {
          outcomes.put(number, first(device, one));
        } else if (!beside(device, one)) {
          return;
        }
      } catch (EnvironmentException e) {
        outcomes.keySet().removeIf(other -> other / 2 == number / 2);
        throw e;
      }
    }
  }

  /** Holds a process next to the first. Returns false if it was stopped for a successor. */
  private boolean beside(RunDevice device, FinalsSeating seating) throws InterruptedException {
    besides.add(Thread.currentThread());
    try {
      if (!grown) {
        outcomes.put(
            seating.process().number(),
            holding.on(device, seating, FinalistSuccession.NONE).outcomes());
      }
    } catch (InterruptedException e) {
      if (!grown) {
        throw e;
      }
    } finally {
      besides.remove(Thread.currentThread());
    }
    return !grown;
  }

  /**
   * Holds the first process. A finalist that failed before its device did is out, whatever its
   * results on another device.
   */
  private List<Outcome> first(RunDevice device, FinalsSeating seating) throws InterruptedException {
    var all = new FinalsSeating(entered, seating.settings());
    List<Outcome> measured = holding.on(device, all, this::successor).outcomes();
    return IntStream.range(0, measured.size())
        .mapToObj(i -> failed.containsKey(i) ? failed.get(i) : measured.get(i))
        .toList();
  }

  private Optional<Finalist> successor(int position, Rejected why) throws InterruptedException {
    if (failed.putIfAbsent(position, why) != null) {
      return Optional.empty(); // Its successor entered on the lost device.
    }
    Optional<Finalist> next = succession.successor(position, why);
    if (next.isPresent()) {
      entered.add(next.get());
      grown = true;
      besides.forEach(Thread::interrupt);
    }
    return next;
  }
}
