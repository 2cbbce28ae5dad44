package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.Reply;

/**
 * A loop that measures finalists, in a fresh process after each failure, on a local or a remote
 * device. A finalist that fails is rejected, and the remaining finalists are measured again. All
 * finalists share a process, so a finalist that ends the process gets a second attempt, unless it
 * hung, as does one whose rejection may be due to other load. A baseline that ends the process is
 * refused.
 */
public final class FinalsLoop {

  /** A device that measures finalists once, in a fresh process. */
  @FunctionalInterface
  public interface Device {

    /** Throws {@link EnvironmentException} if the machine is at fault, not a finalist. */
    FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
        throws InterruptedException;
  }

  private final Device device;
  private final FinalsRequest asked;
  private final Course course;
  private final List<Finalist> entered;
  private final List<String> baselines;

  private final List<Integer> left;

  private final Map<Integer, Rejected> failures = new HashMap<>();

  /** First failures of finalists that were measured again, by position. */
  private final Map<Integer, Rejected> doubts = new HashMap<>();

  private final List<BaselineReading> readings = new ArrayList<>();

  private OptionalInt ended = OptionalInt.empty();

  private FinalsLoop(Device device, FinalsRequest asked, Course course) {
    this.device = device;
    this.asked = asked;
    this.course = course;
    this.entered = new ArrayList<>(asked.finalists());
    this.baselines = new ArrayList<>(asked.baselines());
    this.left = new ArrayList<>(IntStream.range(0, entered.size()).boxed().toList());
  }

  /**
   * Measures finalists until a process measures all that are left.
   *
   * @param asked the request; its time limit is replaced by the course's
   * @return outcomes in the order of the request
   * @throws LostToFinalistException if a finalist ended the process and no other process starts
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  public static FinalsAttempt.Measured hold(Device device, FinalsRequest asked, Course course)
      throws InterruptedException {
    return new FinalsLoop(device, asked, course).result();
  }

  private FinalsAttempt.Measured result() throws InterruptedException {
    while (!left.isEmpty()) {
      switch (attempt()) {
        case FinalsAttempt.Measured measured -> {
          readings.addAll(measured.baselines());
          return new FinalsAttempt.Measured(outcomes(measured.outcomes()), readings);
        }
        case FinalsAttempt.FinalistFailed(int position, Rejected why, Optional<Loss> loss) ->
            failed(left.get(position), why, loss);
        case FinalsAttempt.BaselineFailed(String name, List<BaselineReading> refused) -> {
          baselines.remove(name);
          readings.addAll(refused);
        }
      }
    }
    return new FinalsAttempt.Measured(outcomes(List.of()), readings);
  }

  private FinalsAttempt attempt() throws InterruptedException {
    OptionalInt before = ended;
    ended = OptionalInt.empty();
    try {
      return device.finals(
          new FinalsRequest(
              left.stream().map(entered::get).toList(),
              baselines,
              asked.settings().within(course.left().get())),
          course.progressed());
    } catch (EnvironmentException e) {
      throw before.isPresent() ? new LostToFinalistException(before.getAsInt(), e) : e;
    }
  }

  private void failed(int number, Rejected why, Optional<Loss> loss) {
    ended = OptionalInt.of(number);
    boolean isDoubtful =
        loss.map(lost -> lost != Loss.OVERDUE).orElseGet(() -> why.reason().mayBeOfLoad());
    Optional<Rejected> before =
        loss.isPresent() || isDoubtful
            ? Optional.ofNullable(doubts.put(number, why))
            : Optional.empty();
    if (isDoubtful && before.isEmpty()) {
      return;
    }
    Rejected reason = loss.flatMap(_ -> before).map(why::after).orElse(why);
    left.removeIf(finalist -> finalist == number);
    failures.put(number, reason);
  }

  private List<Outcome> outcomes(List<Outcome> measured) {
    var outcomes = new HashMap<Integer, Outcome>(failures);
    IntStream.range(0, measured.size()).forEach(i -> outcomes.put(left.get(i), measured.get(i)));
    return IntStream.range(0, entered.size())
        .mapToObj(outcomes::get)
        .map(Objects::requireNonNull)
        .toList();
  }

  /**
   * The time limit of finals, and a listener for their progress.
   *
   * @param left the time from now on that the measurement may take; asked again at each restart
   */
  public record Course(Supplier<Duration> left, Consumer<Reply.FinalsProgress> progressed) {

    public static final Course UNLIMITED = new Course(FinalsTime.UNLIMITED::within, _ -> {});
  }
}
