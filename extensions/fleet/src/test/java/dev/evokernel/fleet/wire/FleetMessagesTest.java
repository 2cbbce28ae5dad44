package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.TimedShapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public final class FleetMessagesTest {

  public static final String DIGEST = Sha256.of(new byte[] {1});
  private static final Configuration CONFIGURATION =
      new Configuration(Map.of("TILE", Value.of(64L), "WAY", Value.of("plain")));
  public static final Binary BINARY = new Binary(Path.of("/a"), DIGEST, 5);
  private static final Rejected REJECTED = new Rejected(Rejection.CRASH, "small", "it died");

  public static final EvaluationRequest EVALUATION =
      EvaluationRequest.of(CONFIGURATION, BINARY)
          .racing(Map.of("small", 1.5))
          .within(Duration.ofSeconds(3))
          .on(new TimedShapes(List.of("small"), true));

  public static final Evaluated EVALUATED =
      new Evaluated(REJECTED, new Spent(1, 2, 3), 4, Optional.of(Loss.DIED));

  public static DeviceLimits limits() {
    var limits = new EnumMap<Limit, Long>(Limit.class);
    Stream.of(Limit.values()).forEach(limit -> limits.put(limit, 7L));
    return new DeviceLimits(limits);
  }

  static Stream<ToCoordinator> toCoordinator() {
    return Stream.of(
        new ToCoordinator.Join(
            "p",
            "node7",
            List.of(
                new OfferedDevice(
                    "cuda",
                    new DeviceIdentity("cuda:0", "NVIDIA H200", "580"),
                    Optional.of(limits()),
                    15))),
        new ToCoordinator.Alive(),
        new ToCoordinator.Leave(),
        new ToCoordinator.Wanted(List.of(DIGEST)),
        new ToCoordinator.DeviceOpened(
            "problem",
            "cuda:0",
            new OpenedDevice(
                limits(),
                new Peaks(
                    OptionalDouble.of(1e15), OptionalDouble.empty(), OptionalDouble.of(4e12), 9),
                "nvcc 13.0",
                Duration.ofMillis(800),
                List.of("small: too few elements"),
                Optional.of(Duration.ofSeconds(9)))),
        new ToCoordinator.DeviceNotOpened("problem", "cuda:0", "no compiler"),
        new ToCoordinator.JobDone(
            "1", new FleetResult.CompiledThere(new Compilation.Compiled(BINARY))),
        new ToCoordinator.JobDone(
            "2", new FleetResult.CompiledThere(new Compilation.Failed("error", true))),
        new ToCoordinator.JobDone("3", new FleetResult.ReadyThere(2)),
        new ToCoordinator.JobDone("4", new FleetResult.ExaminedThere(Optional.of(REJECTED))),
        new ToCoordinator.JobDone(
            "5",
            new FleetResult.FinalsEnded(
                new FinalsAttempt.Measured(new FinalsResult(List.of(REJECTED), List.of())))),
        new ToCoordinator.JobDone(
            "6",
            new FleetResult.FinalsEnded(
                new FinalsAttempt.FinalistFailed(1, REJECTED, Optional.of(Loss.DIED)))),
        new ToCoordinator.JobDone("9", new FleetResult.EvaluatedThere(EVALUATED)),
        new ToCoordinator.JobDone("7", new FleetResult.HostBroken("no space left")),
        new ToCoordinator.JobUnderWay("5", new FinalsProgress("small", 1, 2, 3, 60)),
        new ToCoordinator.KeptEvaluation("8", "run-1", EVALUATION, EVALUATED));
  }

  static Stream<ToWorker> toWorker() {
    return Stream.of(
        new ToWorker.Refused("another version"),
        new ToWorker.Waiting("another model"),
        new ToWorker.OpenProblem(problem(), List.of("cuda:0")),
        new ToWorker.Content(DIGEST),
        new ToWorker.ContentGone(DIGEST),
        new ToWorker.DoJob("1", "cuda:0", new FleetJob.CompileThere(CONFIGURATION)),
        new ToWorker.DoJob("2", "cuda:0", new FleetJob.MakeReady()),
        new ToWorker.DoJob("3", "cuda:0", new FleetJob.RenewProcess()),
        new ToWorker.DoJob("4", "cuda:0", new FleetJob.EvaluateThere(EVALUATION)),
        new ToWorker.DoJob("5", "cuda:0", new FleetJob.ExamineThere(CONFIGURATION, BINARY)),
        new ToWorker.DoJob(
            "6",
            "cuda:0",
            new FleetJob.SanitizeThere(CONFIGURATION, BINARY, Duration.ofMinutes(1))),
        new ToWorker.DoJob(
            "7",
            "cuda:0",
            new FleetJob.HoldFinals(
                new FinalsRequest(
                    List.of(new Finalist(CONFIGURATION, BINARY)),
                    List.of("blas"),
                    FinalsSettings.withSeed(3)))),
        new ToWorker.CancelJob("4"),
        new ToWorker.Settled(List.of("4")),
        new ToWorker.RunEnded("run-1"),
        new ToWorker.JoinAgain());
  }

  public static SharedProblem problem() {
    return new SharedProblem(
        "run-1",
        new SharedKernel(
            "gemm/kernel.yaml",
            List.of(new SharedFile("gemm/kernel.yaml", DIGEST, true)),
            "hash",
            "cuda",
            List.of("tiled")),
        List.of(new Shape("small", Map.of("N", 4L))),
        42,
        EvaluationSpec.DEFAULT,
        List.of("cublas"));
  }

  @ParameterizedTest
  @MethodSource("toCoordinator")
  void read_messageOfAWorker_isWhatWasWritten(ToCoordinator message) {
    byte[] content = {3, 2, 1};

    var read =
        FleetCodec.read(
            ToCoordinator.class, FleetCodec.bytes(ToCoordinator.class, message, content));

    assertThat(read.message()).isEqualTo(message);
    assertThat(read.content()).containsExactly(content);
  }

  @ParameterizedTest
  @MethodSource("toWorker")
  void read_messageOfTheCoordinator_isWhatWasWritten(ToWorker message) {
    var read = FleetCodec.read(ToWorker.class, FleetCodec.bytes(ToWorker.class, message));

    assertThat(read.message()).isEqualTo(message);
    assertThat(read.content()).isEmpty();
  }

  @Test
  void read_bytesOfAnotherFamily_areRefused() {
    byte[] bytes = FleetCodec.bytes(ToWorker.class, new ToWorker.JoinAgain());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FleetCodec.read(ToCoordinator.class, bytes));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FleetCodec.read(ToWorker.class, new byte[] {1, 2, 3, 4, 5}));
  }

  @Test
  void digest_ofAProblemThatTravelled_isTheSame() {
    var sent = new ToWorker.OpenProblem(problem(), List.of());
    var read = FleetCodec.read(ToWorker.class, FleetCodec.bytes(ToWorker.class, sent)).message();

    assertThat(((ToWorker.OpenProblem) read).problem().digest()).isEqualTo(problem().digest());
  }
}
