package dev.evokernel.fleet.scale;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.RunDevice;

/**
 * Host of simulated devices. It joins a coordinator, follows the worker's protocol, and answers
 * each job by a formula after a simulated duration. One machine can have hundreds of such devices,
 * to test the broker and the coordinator with large fleets.
 */
public final class SimulatedHost implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(500);

  /** Compile workers of each device. */
  private static final int COMPILERS = 2;

  private final RunDevice answers;
  private final Function<Configuration, byte[]> program;
  private final Duration evaluation;
  private final String name;
  private final List<OfferedDevice> devices = new ArrayList<>();
  private final BrokerConnection connection;
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Thread receiver = Thread.ofPlatform().daemon().unstarted(this::serve);
  private volatile String run = "";
  private volatile boolean closed;

  /**
   * Joins a coordinator.
   *
   * @param count number of devices
   * @param answers gives the answers of each device
   * @param program gives the content of a configuration's binary
   * @param evaluation real time of an evaluation
   */
  public SimulatedHost(
      FleetAddress coordinator,
      String evoVersion,
      String name,
      int count,
      RunDevice answers,
      Function<Configuration, byte[]> program,
      Duration evaluation) {
    this.answers = answers;
    this.program = program;
    this.evaluation = evaluation;
    this.name = name;
    for (int i = 0; i < count; i++) {
      var identity =
          new DeviceIdentity(
              answers.identity().id() + ":" + i,
              answers.identity().model(),
              answers.identity().driver());
      devices.add(
          new OfferedDevice(
              answers.identity().id(), identity, Optional.of(answers.limits()), COMPILERS));
    }
    try {
      String user = UUID.randomUUID().toString();
      this.connection =
          BrokerConnection.to(
              coordinator, Optional.empty(), user, UUID.randomUUID().toString(), evoVersion);
    } catch (FleetConnectionException e) {
      throw new EnvironmentException(
          "No coordinator answers at %s: %s.".formatted(coordinator, e.getMessage()), e);
    }
    receiver.start();
    send(new ToCoordinator.Join(UUID.randomUUID().toString(), name, devices));
  }

  private void serve() {
    long said = System.nanoTime();
    try {
      while (!closed) {
        Optional<BrokerConnection.Received> received = connection.receive(TICK);
        if (received.isPresent()) {
          heard(FleetCodec.read(ToWorker.class, received.get().bytes()).message());
        }
        if (System.nanoTime() - said > FleetSettings.HEARTBEAT.toNanos()) {
          said = System.nanoTime();
          send(new ToCoordinator.Alive());
        }
      }
    } catch (FleetConnectionException e) {
      closed = true; // The coordinator ended.
    }
  }

  private void heard(ToWorker message) {
    switch (message) {
      case ToWorker.OpenProblem(SharedProblem problem, List<String> ids) -> open(problem, ids);
      case ToWorker.DoJob(String id, String _, FleetJob job) -> begin(id, job);
      case ToWorker.Refused(String why) -> throw new EnvironmentException(why);
      case ToWorker.Waiting _,
          ToWorker.Content _,
          ToWorker.ContentGone _,
          ToWorker.CancelJob _,
          ToWorker.Settled _,
          ToWorker.RunEnded _,
          ToWorker.JoinAgain _ -> {}
    }
  }

  private void open(SharedProblem problem, List<String> ids) {
    run = problem.run();
    var facts =
        new OpenedDevice(
            answers.limits(),
            Peaks.UNKNOWN,
            "a formula",
            Duration.ZERO,
            List.of(),
            Optional.empty());
    for (String id : ids) {
      send(new ToCoordinator.DeviceOpened(problem.digest(), id, facts));
    }
  }

  private void begin(String id, FleetJob job) {
    switch (job) {
      case FleetJob.CompileThere(Configuration configuration) -> compile(id, configuration);
      case FleetJob.EvaluateThere(EvaluationRequest request) -> {
        var _ =
            later.schedule(() -> evaluate(id, request), evaluation.toNanos(), TimeUnit.NANOSECONDS);
      }
      case FleetJob.MakeReady _, FleetJob.RenewProcess _ -> done(id, new FleetResult.ReadyThere(1));
      case FleetJob.ExamineThere _, FleetJob.SanitizeThere _ ->
          done(id, new FleetResult.ExaminedThere(Optional.empty()));
      case FleetJob.HoldFinals(FinalsRequest request) -> hold(id, request);
    }
  }

  private void compile(String id, Configuration configuration) {
    byte[] content = program.apply(configuration);
    String digest = Sha256.of(content);
    send(new ToCoordinator.Made(digest), content);
    done(
        id,
        new FleetResult.CompiledThere(
            new Compilation.Compiled(new Binary(Path.of("simulated"), digest, 1))));
  }

  private void hold(String id, FinalsRequest request) {
    try {
      done(id, new FleetResult.FinalsEnded(answers.finals(request, _ -> {})));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("Host '" + name + "' was stopped.");
    }
  }

  private void evaluate(String id, EvaluationRequest request) {
    try {
      Evaluated evaluated = answers.evaluate(request);
      send(new ToCoordinator.KeptEvaluation(id, run, request, evaluated));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void done(String id, FleetResult result) {
    send(new ToCoordinator.JobDone(id, result));
  }

  private void send(ToCoordinator message, byte... content) {
    try {
      connection.send(
          FleetQueues.COORDINATOR, FleetCodec.bytes(ToCoordinator.class, message, content));
    } catch (FleetConnectionException e) {
      closed = true; // The coordinator ended.
    }
  }

  /** Waits until the coordinator has ended. */
  public void await() throws InterruptedException {
    receiver.join();
  }

  @Override
  public void close() {
    closed = true;
    later.shutdownNow();
    connection.close();
  }
}
