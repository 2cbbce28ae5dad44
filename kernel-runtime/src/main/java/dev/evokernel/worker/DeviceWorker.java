package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Spent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The process that owns one device, replaced whenever a candidate takes it down. Takes one call at
 * a time; further callers wait. An interrupted call kills the process, and the next call starts
 * another.
 */
public final class DeviceWorker implements AutoCloseable {

  private static final Duration OPENING = Duration.ofSeconds(60);

  private final Supervisor supervisor;
  private final Duration deadline;
  private final Duration patience;
  private final Reply.DeviceOpen device;

  private DeviceWorker(
      Supervisor supervisor, Duration deadline, Duration patience, Reply.DeviceOpen device) {
    this.supervisor = supervisor;
    this.deadline = deadline;
    this.patience = patience;
    this.device = device;
  }

  /**
   * Starts the process, opens the device, and runs the reference on every shape and seed.
   *
   * @throws EnvironmentException if any of it fails
   */
  public static DeviceWorker start(LaunchSpec launch, DeviceJob job) throws InterruptedException {
    String name = "device-" + job.device().id().replaceAll("\\W", "-");
    Duration patience = job.deadline().plus(job.reference().limit()).plus(OPENING);
    var supervisor = new Supervisor(launch, name, new Request.OpenDevice(job), patience);
    if (supervisor.open() instanceof Reply.DeviceOpen open) {
      return new DeviceWorker(supervisor, job.deadline(), patience, open);
    }
    throw unexpected();
  }

  public DeviceIdentity identity() {
    return device.identity();
  }

  public DeviceLimits limits() {
    return device.limits();
  }

  /** What the device can do at the most for the job's kernel. */
  public Peaks peaks() {
    return device.peaks();
  }

  /** Why the gate says little on a shape, where it does; for people. */
  public List<String> weaknesses() {
    return device.weaknesses();
  }

  /**
   * Tries a candidate that was measured with special inputs and on fuzzed shapes, as far as the job
   * asks for them.
   *
   * @return why it may not lead, if so
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    var request = new Request.Examine(configuration, binary);
    return switch (supervisor.exchange(request, patience, true)) {
      case Supervisor.Answer.Given(Reply.Examined(Optional<Rejected> refusal, boolean tainted)) -> {
        if (tainted) {
          supervisor.discard();
        }
        yield refusal;
      }
      case Supervisor.Answer.Given _ -> throw unexpected();
      case Supervisor.Answer.Lost(Rejected rejection, Reply.Progress _) -> Optional.of(rejection);
    };
  }

  /**
   * Gates one candidate on every shape and then times it on every shape.
   *
   * @param best the best p50 so far by shape, in nanoseconds: a candidate far above it is given up
   *     early; shapes without an entry are always sampled in full
   * @param limit how long it may take before the process is killed; never longer than the job's
   *     deadline
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Evaluated evaluate(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    return evaluate(new Request.Evaluate(configuration, binary, best, Optional.empty()), limit);
  }

  /** The same within the job's deadline, and sampled in another way than the job says. */
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      SamplingSettings sampling)
      throws InterruptedException {
    return evaluate(
        new Request.Evaluate(configuration, binary, best, Optional.of(sampling)), deadline);
  }

  private Evaluated evaluate(Request.Evaluate request, Duration limit) throws InterruptedException {
    Duration earliest = limit.compareTo(deadline) < 0 ? limit : deadline;
    return switch (supervisor.exchange(request, earliest, false)) {
      case Supervisor.Answer.Given(
              Reply.Evaluated(Outcome outcome, Spent spent, boolean tainted)) -> {
        if (tainted) {
          supervisor.discard();
        }
        yield new Evaluated(outcome, spent);
      }
      case Supervisor.Answer.Given _ -> throw unexpected();
      case Supervisor.Answer.Lost(Rejected rejection, Reply.Progress _) ->
          new Evaluated(rejection, Spent.NOTHING);
    };
  }

  /**
   * Measures the entrants against each other on every shape, interleaved, so that drift hits all
   * alike. An entrant that fails is rejected, and the others start over without it.
   *
   * @return one outcome for each entrant, in their order
   * @throws EnvironmentException if the machine is at fault, not an entrant
   */
  public List<Outcome> finals(List<Entrant> entrants, FinalsSettings settings)
      throws InterruptedException {
    @Nullable Outcome[] outcomes = new @Nullable Outcome[entrants.size()];
    List<Integer> left = new ArrayList<>(IntStream.range(0, entrants.size()).boxed().toList());
    while (!left.isEmpty()) {
      var request = new Request.HoldFinals(left.stream().map(entrants::get).toList(), settings);
      switch (supervisor.exchange(request, deadline, true)) {
        case Supervisor.Answer.Given(Reply.FinalsHeld(List<Outcome> held)) -> {
          for (int i = 0; i < left.size(); i++) {
            outcomes[left.get(i)] = held.get(i);
          }
          left.clear();
        }
        case Supervisor.Answer.Given(Reply.FinalistLost(int entrant, Rejected rejection)) -> {
          outcomes[remove(left, entrant)] = rejection;
          supervisor.discard();
        }
        case Supervisor.Answer.Given _ -> throw unexpected();
        case Supervisor.Answer.Lost(Rejected rejection, Reply.Progress last) ->
            outcomes[remove(left, last.entrant())] = rejection;
      }
    }
    return Arrays.stream(outcomes).map(Objects::requireNonNull).toList();
  }

  /** The same within the job's deadline. */
  public Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    return evaluate(configuration, binary, best, deadline);
  }

  /**
   * Has a process stand ready, and says which: a number that is new since the last time means that
   * the process in between was replaced.
   *
   * @return how many have been started so far
   * @throws EnvironmentException if none comes up
   */
  public int ready() throws InterruptedException {
    return supervisor.ready();
  }

  /**
   * How long it has taken so far to bring up processes, the first and those that replaced one, with
   * the reference on every shape and seed.
   */
  public Duration opening() {
    return Duration.ofNanos(supervisor.openingNanos());
  }

  @Override
  public void close() {
    supervisor.close();
  }

  /** Of the live process, or -1. */
  long pid() {
    return supervisor.pid();
  }

  private static int remove(List<Integer> entrants, int position) {
    int entrant = entrants.get(position);
    entrants.subList(position, position + 1).clear();
    return entrant;
  }

  private static IllegalStateException unexpected() {
    return new IllegalStateException("The worker's reply does not fit the request.");
  }
}
