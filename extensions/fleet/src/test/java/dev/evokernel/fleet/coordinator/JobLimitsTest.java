package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetMessagesTest;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsRequest;
import org.junit.jupiter.api.Test;

/** Limits of jobs of a problem whose evaluations may take 30 s, and compilations 60 s. */
final class JobLimitsTest {

  private static final EvaluationRequest ASKED = FleetMessagesTest.EVALUATION;

  /** A device that opens in so long a time. */
  private static RemoteDevice device(Duration opening) {
    var offer =
        new OfferedDevice("cuda", new DeviceIdentity("cuda:0", "H200", "580"), Optional.empty(), 1);
    var host = new RemoteHost("user", new ToCoordinator.Join("p", "node7", List.of(offer)), 0);
    var facts =
        new OpenedDevice(
            FleetMessagesTest.limits(),
            Peaks.UNKNOWN,
            "nvcc",
            opening,
            List.of(),
            Optional.empty());
    return new RemoteDevice(host, offer, facts, FleetMessagesTest.problem());
  }

  private static long seconds(FleetJob job) {
    return JobLimits.of(job, device(Duration.ofSeconds(2))).toSeconds();
  }

  @Test
  void of_evaluation_followsFromItsLimitAndTheStartOfAProcess() {
    assertThat(seconds(new FleetJob.EvaluateThere(ASKED.within(Duration.ofSeconds(3)))))
        .isEqualTo(3 * (3 + 2));
    assertThat(seconds(new FleetJob.EvaluateThere(ASKED.within(EvaluationRequest.NO_LIMIT))))
        .isEqualTo(3 * (30 + 2));
  }

  @Test
  void of_finals_followsFromTheTimeThatIsLeft() {
    var finalists = List.of(new Finalist(ASKED.configuration(), ASKED.binary()));
    FinalsSettings settings = FinalsSettings.withSeed(1);
    FinalsSettings limited = settings.within(Duration.ofSeconds(40));
    long start = 3 * (30 + 2);

    assertThat(seconds(new FleetJob.HoldFinals(new FinalsRequest(finalists, List.of(), limited))))
        .isEqualTo(2 * 40 + start);
    assertThat(seconds(new FleetJob.HoldFinals(new FinalsRequest(finalists, List.of(), settings))))
        .as("ten seconds a shape, and an evaluation for each finalist")
        .isEqualTo(10 + 30 + start);
  }

  @Test
  void of_deviceThatClaimsAYearForItsOpening_isBounded() {
    var job = new FleetJob.EvaluateThere(ASKED);
    assertThat(JobLimits.of(job, device(Duration.ofDays(365)))).isLessThan(Duration.ofHours(1));
  }
}
