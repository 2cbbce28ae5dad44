package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The process that owns one device, replaced whenever a candidate kills it. Takes one call at a
 * time; further callers wait. An interrupted call kills the process, and the next call starts
 * another.
 */
public final class DeviceWorker implements AutoCloseable {

  private static final Duration OPENING = Duration.ofSeconds(60);

  private final Supervisor supervisor;
  private final Duration deadline;
  private final Duration patience;
  private final List<String> shapes;
  private final Reply.DeviceOpen device;
  private final List<String> shown = new CopyOnWriteArrayList<>();

  private DeviceWorker(
      Supervisor supervisor,
      Duration deadline,
      Duration patience,
      List<String> shapes,
      Reply.DeviceOpen device) {
    this.supervisor = supervisor;
    this.shapes = shapes;
    this.deadline = deadline;
    this.patience = patience;
    this.device = device;
  }

  /**
   * Starts the process, opens the device, and runs the reference on every shape and input set.
   *
   * @throws EnvironmentException if any of it fails
   */
  public static DeviceWorker start(LaunchSpec launch, DeviceJob job) throws InterruptedException {
    String name = "device-" + job.target().device().id().replaceAll("\\W", "-");
    Duration patience = job.deadline().plus(job.reference().limit()).plus(OPENING);
    var supervisor = new Supervisor(launch, name, new Request.OpenDevice(job), patience);
    if (supervisor.open() instanceof Reply.DeviceOpen open) {
      return new DeviceWorker(
          supervisor,
          job.deadline(),
          patience,
          job.shapes().stream().map(Shape::name).toList(),
          open);
    }
    throw unexpected();
  }

  public DeviceIdentity identity() {
    return device.identity();
  }

  public DeviceLimits limits() {
    return device.limits();
  }

  /** The device's peak throughput and bandwidth for the job's kernel. */
  public Peaks peaks() {
    return device.peaks();
  }

  /**
   * On which shapes the correctness gate is weak, and why; one sentence each. Some show only when
   * candidates have been evaluated.
   */
  public List<String> weaknesses() {
    return Stream.concat(device.weaknesses().stream(), shown.stream()).distinct().toList();
  }

  /**
   * Verifies a measured candidate with special inputs and on fuzzed shapes, as far as the job asks
   * for them. One that kills the process is given a second attempt in a fresh one.
   *
   * @return why it is rejected, or empty when it passed
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    var request = new Request.Examine(configuration, binary);
    return switch (supervisor.confirmed(request, patience, true)) {
      case Supervisor.Answer.Given(Reply.Examined(Optional<Rejected> refusal, boolean tainted)) -> {
        if (tainted) {
          supervisor.discard();
        }
        yield refusal;
      }
      case Supervisor.Answer.Given _ -> throw unexpected();
      case Supervisor.Answer.Lost lost -> Optional.of(lost.rejection());
    };
  }

  /**
   * Verifies one candidate on every shape and then times it on every shape.
   *
   * @param best the best p50 so far by shape, in nanoseconds: sampling of a candidate far above it
   *     ends early; shapes without an entry are always sampled in full
   * @param limit how long it may take before the process is killed; never longer than the job's
   *     deadline
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    return evaluate(configuration, binary, best, limit, TimedShapes.ALL);
  }

  /** The same on some of the job's shapes. */
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      throws InterruptedException {
    return evaluate(
        new Request.Evaluate(configuration, binary, best, Optional.empty(), shapes), limit);
  }

  /** The same within the job's deadline and with other sampling settings than the job's. */
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      SamplingSettings sampling)
      throws InterruptedException {
    return evaluate(
        new Request.Evaluate(configuration, binary, best, Optional.of(sampling)), deadline);
  }

  /** A clock that disagrees with the coordinator's is given a second try in a fresh process. */
  private Evaluated evaluate(Request.Evaluate request, Duration limit) throws InterruptedException {
    Evaluated first = attempt(request, limit);
    return isOfAnotherClock(first) ? attempt(request, limit) : first;
  }

  private static boolean isOfAnotherClock(Evaluated evaluated) {
    return evaluated.outcome() instanceof Rejected rejected
        && rejected.reason() == Rejection.SUSPICIOUS;
  }

  private Evaluated attempt(Request.Evaluate request, Duration limit) throws InterruptedException {
    Duration earliest = limit.compareTo(deadline) < 0 ? limit : deadline;
    long began = System.nanoTime();
    long opening = supervisor.openingNanos();
    return switch (supervisor.exchange(request, earliest, false)) {
      case Supervisor.Answer.Given(
              Reply.Evaluated(
                  Outcome outcome,
                  Spent spent,
                  boolean tainted,
                  List<String> weaknesses)) -> {
        shown.addAll(weaknesses);
        long lost = supervisor.openingNanos() - opening;
        Optional<Rejected> fault =
            ProcessClock.fault(outcome, spent.total(), System.nanoTime() - began - lost);
        if (tainted || fault.isPresent()) {
          supervisor.discard();
        }
        yield new Evaluated(fault.<Outcome>map(rejected -> rejected).orElse(outcome), spent, lost);
      }
      case Supervisor.Answer.Given _ -> throw unexpected();
      case Supervisor.Answer.Lost lost ->
          new Evaluated(
              lost.rejection(), Spent.NOTHING, System.nanoTime() - began, Optional.of(lost.loss()));
    };
  }

  /** The same without baselines and successors. */
  public List<Outcome> finals(List<Finalist> finalists, FinalsSettings settings)
      throws InterruptedException {
    return finals(finalists, List.of(), settings, FinalistSuccession.NONE, FinalsCourse.UNLIMITED)
        .outcomes();
  }

  /**
   * Measures the finalists against each other on every shape, interleaved, so that drift hits all
   * alike. A finalist that fails is rejected, and the others are measured again with its successor.
   * All finalists share one process, so one that kills it is given a second attempt in a fresh one.
   *
   * @param baselines names of the kernel's baselines that are timed beside them; one that kills the
   *     process is refused, and the finalists are measured again without it
   * @param settings the time by the clock is the course's
   * @param succession hears of each failure
   * @return outcomes in the order of entry, those of successors last
   * @throws LostToFinalistException if a finalist ended the process, and no other comes up
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  public FinalsResult finals(
      List<Finalist> finalists,
      List<String> baselines,
      FinalsSettings settings,
      FinalistSuccession succession,
      FinalsCourse course)
      throws InterruptedException {
    var entries = new FinalsEntries(finalists, succession);
    List<String> present = new ArrayList<>(baselines);
    var readings = new ArrayList<BaselineReading>();
    while (!entries.present().isEmpty()) {
      var request =
          new Request.MeasureFinals(entries.present(), present, settings.within(course.left()));
      switch (held(request, course, entries.ended())) {
        case Supervisor.Answer.Given(Reply.FinalsMeasured(FinalsResult held)) -> {
          readings.addAll(held.baselines());
          return new FinalsResult(entries.measured(held.outcomes()), readings);
        }
        case Supervisor.Answer.Given(Reply.FinalistLost(int position, Rejected rejection)) -> {
          supervisor.discard();
          entries.failed(position, rejection);
        }
        case Supervisor.Answer.Given _ -> throw unexpected();
        case Supervisor.Answer.Lost lost when lost.last().position() < 0 ->
            readings.addAll(
                refused(
                    present.remove(BaselineMeasurements.number(lost.last().position())),
                    lost.rejection()));
        case Supervisor.Answer.Lost lost -> entries.lost(lost.last().position(), lost);
      }
    }
    return new FinalsResult(entries.measured(List.of()), readings);
  }

  private Supervisor.Answer held(
      Request.MeasureFinals request, FinalsCourse course, OptionalInt ended)
      throws InterruptedException {
    try {
      return supervisor.exchange(request, deadline, true, course::progressed);
    } catch (EnvironmentException e) {
      throw ended.isPresent() ? new LostToFinalistException(ended.getAsInt(), e) : e;
    }
  }

  /**
   * Times one of the kernel's baselines by itself on every shape, as the job samples candidates.
   *
   * @return one reading for each shape
   * @throws EnvironmentException if the machine is at fault, not the baseline
   */
  public List<BaselineReading> baseline(String name) throws InterruptedException {
    return switch (supervisor.exchange(new Request.MeasureBaseline(name), deadline, true)) {
      case Supervisor.Answer.Given(Reply.BaselineMeasured(List<BaselineReading> readings)) ->
          readings;
      case Supervisor.Answer.Given _ -> throw unexpected();
      case Supervisor.Answer.Lost lost -> refused(name, lost.rejection());
    };
  }

  /** Refused on every shape: a baseline that killed the process is not run again. */
  private List<BaselineReading> refused(String baseline, Rejected rejection) {
    return shapes.stream()
        .map(shape -> BaselineReading.refused(baseline, shape, "", rejection.message()))
        .toList();
  }

  /** The same within the job's deadline. */
  public Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    return evaluate(configuration, binary, best, deadline);
  }

  /**
   * Starts a process unless one is alive. A count above the previous one means that the process was
   * replaced in between.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if none comes up
   */
  public int ready() throws InterruptedException {
    return supervisor.ready();
  }

  /** Ends the process; the next call starts another. */
  public void discard() {
    supervisor.discard();
  }

  /**
   * Time spent so far on starting processes, replacements included, with the reference on every
   * shape and input set.
   */
  public Duration opening() {
    return Duration.ofNanos(supervisor.openingNanos());
  }

  @Override
  public void close() {
    supervisor.close();
  }

  /** The id of the live process, or -1. */
  long pid() {
    return supervisor.pid();
  }

  private static IllegalStateException unexpected() {
    return new IllegalStateException("The worker's reply does not fit the request.");
  }
}
