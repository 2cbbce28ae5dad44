package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Special;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.Supervisor.Answer;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.JobTarget;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.serve.Baselines;

/**
 * The process that owns one device, replaced when a candidate kills it. Calls are handled one at a
 * time; further callers wait. An interrupted call kills the process, and the next call starts
 * another.
 */
public final class DeviceWorker implements AutoCloseable {

  private static final Duration OPENING = Duration.ofSeconds(60);

  private static final Duration MESSAGES = Duration.ofMillis(500);

  /** Time for the default and the reference on special inputs, some of which may have no end. */
  private static final Duration TRYING = Duration.ofSeconds(15);

  private final Supervisor supervisor;
  private final Duration deadline;
  private final Duration patience;
  private final List<String> shapes;
  private final Reply.DeviceOpen device;
  private final List<String> shown = new CopyOnWriteArrayList<>();

  private Optional<List<Special>> usual = Optional.empty();

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
   * @throws EnvironmentException if a step fails
   */
  public static DeviceWorker start(LaunchSpec launch, DeviceJob job) throws InterruptedException {
    return start(launch, job.target(), () -> job);
  }

  /** Starts the process and opens the device while the job waits for its reference. */
  public static DeviceWorker start(
      LaunchSpec launch, JobTarget target, Supervisor.Pending<DeviceJob> pending)
      throws InterruptedException {
    String name = "device-" + target.device().id().replaceAll("\\W", "-");
    var prepared = new Supervisor.Opening(new Request.PrepareDevice(target), OPENING);
    var supervisor =
        new Supervisor(launch, name, List.of(() -> prepared, () -> opening(pending.await())));
    if (supervisor.open() instanceof Reply.DeviceOpen open) {
      DeviceJob job = pending.await();
      return new DeviceWorker(
          supervisor,
          job.deadline(),
          patience(job),
          job.shapes().stream().map(Shape::name).toList(),
          open);
    }
    throw Supervisor.unexpected();
  }

  private static Supervisor.Opening opening(DeviceJob job) {
    return new Supervisor.Opening(new Request.OpenDevice(job), patience(job));
  }

  private static Duration patience(DeviceJob job) {
    return job.deadline().plus(job.reference().limit()).plus(OPENING);
  }

  public DeviceLimits limits() {
    return device.limits();
  }

  public Peaks peaks() {
    return device.peaks();
  }

  /**
   * Describes the shapes on which the correctness gate is weak, one sentence each. Some weaknesses
   * show only after candidates have been evaluated.
   */
  public List<String> weaknesses() {
    return Stream.concat(device.weaknesses().stream(), shown.stream()).distinct().toList();
  }

  /** Whether the default was tried with special inputs of which the kernel says nothing. */
  public boolean knowsSpecial() {
    return usual.isPresent();
  }

  /**
   * Tries the default with special inputs of which the kernel says nothing. Those on which it
   * agrees with the reference are from now on part of each examination; the others are weaknesses.
   *
   * @throws EnvironmentException if the machine is at fault
   */
  public void trySpecial(Configuration theDefault, Binary binary) throws InterruptedException {
    Duration limit = patience.compareTo(TRYING) < 0 ? patience : TRYING;
    switch (supervisor.exchange(new Request.TrySpecial(theDefault, binary), limit, true, _ -> {})) {
      case Answer.Given(Reply.SpecialTried(List<Special> agreed, List<String> differing)) -> {
        usual = Optional.of(agreed);
        shown.addAll(differing);
      }
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost -> {
        usual = Optional.of(List.of());
        shown.add(
            "the default or the reference fails on special inputs, which are not part of the gate: "
                + lost.rejection().message());
      }
    }
  }

  /**
   * Verifies a measured candidate with special inputs and on fuzzed shapes, as the job's {@link
   * Examination} asks. A candidate that kills the process gets a second attempt in a fresh process,
   * as does one whose rejection may be due to other load.
   *
   * @return the rejection, or empty if the candidate passed
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    var request = new Request.Examine(configuration, binary, usual.orElse(List.of()));
    Optional<Rejected> refusal = examined(request);
    if (refusal.filter(rejected -> rejected.reason().mayBeOfLoad()).isEmpty()) {
      return refusal;
    }
    supervisor.discard();
    return examined(request);
  }

  private Optional<Rejected> examined(Request.Examine request) throws InterruptedException {
    return switch (supervisor.confirmed(request, patience, true)) {
      case Answer.Given(
              Reply.Examined(
                  Optional<Rejected> refusal,
                  boolean tainted,
                  List<String> weaknesses)) -> {
        shown.addAll(weaknesses);
        if (tainted) {
          supervisor.discard();
        }
        yield refusal;
      }
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost -> Optional.of(lost.rejection());
    };
  }

  /**
   * Verifies one candidate on the requested shapes and then times it there. A suspicious candidate
   * gets a second attempt in a fresh process.
   *
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    Evaluated first = attempt(request);
    return isSuspicious(first) ? attempt(request).after(first) : first;
  }

  private static boolean isSuspicious(Evaluated evaluated) {
    return evaluated.outcome() instanceof Rejected rejected
        && rejected.reason() == Rejection.SUSPICIOUS;
  }

  private Evaluated attempt(EvaluationRequest request) throws InterruptedException {
    Duration limit = request.limit().compareTo(deadline) < 0 ? request.limit() : deadline;
    long began = System.nanoTime();
    long before = supervisor.openingNanos() + supervisor.wayNanos();
    return switch (supervisor.exchange(new Request.Evaluate(request), limit, false, _ -> {})) {
      case Answer.Given(
              Reply.EvaluationEnded(
                  Evaluated evaluated,
                  boolean tainted,
                  List<String> weaknesses)) -> {
        shown.addAll(weaknesses);
        long lost = supervisor.openingNanos() + supervisor.wayNanos() - before;
        Optional<Rejected> fault =
            clockFault(
                evaluated.outcome(), evaluated.spent().total(), System.nanoTime() - began - lost);
        if (tainted || fault.isPresent()) {
          supervisor.discard();
        }
        yield fault.map(evaluated::with).orElse(evaluated).losing(lost);
      }
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost ->
          new Evaluated(
              lost.rejection(), Spent.NOTHING, System.nanoTime() - began, Optional.of(lost.loss()));
    };
  }

  /**
   * Explains why the times of a process cannot be trusted; empty if they can. A candidate of the
   * cpu backend can replace the functions by which its process reads the time.
   *
   * @param spent nanoseconds of an evaluation by the process's clock
   * @param taken nanoseconds by the coordinator's, with the latency of messages
   */
  static Optional<Rejected> clockFault(Outcome outcome, long spent, long taken) {
    return outcome instanceof Outcome.Measured && taken > 2 * spent + MESSAGES.toNanos()
        ? Optional.of(
            new Rejected(
                Rejection.SUSPICIOUS,
                "",
                String.format(
                    Locale.ROOT,
                    "The clock of its process went on by %.2f s while %.2f s passed. Maybe it"
                        + " changes what its process reads as the time.",
                    spent / 1e9,
                    taken / 1e9)))
        : Optional.empty();
  }

  /** {@link #finals(FinalsRequest, FinalsLoop.Course)} without baselines. */
  public List<Outcome> finals(List<Finalist> finalists, FinalsSettings settings)
      throws InterruptedException {
    var request = new FinalsRequest(finalists, List.of(), settings);
    return finals(request, FinalsLoop.Course.UNLIMITED).outcomes();
  }

  public FinalsAttempt.Measured finals(FinalsRequest request, FinalsLoop.Course course)
      throws InterruptedException {
    return FinalsLoop.hold(this::finals, request, course);
  }

  /**
   * Measures finalists once. The process ends unless all finalists were measured.
   *
   * @throws EnvironmentException if the machine is at fault, not a finalist
   */
  public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
      throws InterruptedException {
    return switch (supervisor.exchange(
        new Request.MeasureFinals(request), deadline, true, progress)) {
      case Answer.Given(Reply.FinalsEnded(FinalsAttempt ended)) -> {
        if (!(ended instanceof FinalsAttempt.Measured)) {
          supervisor.discard();
        }
        yield ended;
      }
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost(Rejected why, Reply.Progress last, Loss loss) -> {
        if (last.position() >= 0) {
          yield new FinalsAttempt.FinalistFailed(last.position(), why, Optional.of(loss));
        }
        String baseline = request.baselines().get(Baselines.number(last.position()));
        yield new FinalsAttempt.BaselineFailed(baseline, refused(baseline, why));
      }
    };
  }

  /**
   * Times a baseline of the kernel on every shape, sampled like a candidate.
   *
   * @return one reading for each shape
   * @throws EnvironmentException if the machine is at fault, not the baseline
   */
  public List<BaselineReading> baseline(String name) throws InterruptedException {
    return switch (supervisor.exchange(
        new Request.MeasureBaseline(name), deadline, true, _ -> {})) {
      case Answer.Given(Reply.BaselineMeasured(List<BaselineReading> readings)) -> readings;
      case Answer.Given _ -> throw Supervisor.unexpected();
      case Answer.Lost lost -> refused(name, lost.rejection());
    };
  }

  /**
   * Returns refused readings for every shape: a baseline that killed the process is not run again.
   */
  private List<BaselineReading> refused(String baseline, Rejected rejection) {
    return shapes.stream()
        .map(shape -> BaselineReading.refused(baseline, shape, "", rejection.message()))
        .toList();
  }

  /**
   * Starts a process unless one is alive. A count above the previous count means that the process
   * was replaced in between.
   *
   * @return the number of processes started so far
   * @throws EnvironmentException if no process starts
   */
  public int ready() throws InterruptedException {
    return supervisor.ready();
  }

  public void discard() {
    supervisor.discard();
  }

  /** Returns the time spent on starting processes, replacements and the reference included. */
  public Duration opening() {
    return Duration.ofNanos(supervisor.openingNanos());
  }

  @Override
  public void close() {
    supervisor.close();
  }

  long pid() {
    return supervisor.pid();
  }
}
