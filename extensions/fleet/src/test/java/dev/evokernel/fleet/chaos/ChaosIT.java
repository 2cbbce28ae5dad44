package dev.evokernel.fleet.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.chaos.ChaosPlan.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fleet under faults must give the result of an undisturbed run. Properties of the system set the
 * long run: {@code evo.chaos.kills}, {@code evo.chaos.seed}, {@code evo.chaos.hosts}, {@code
 * evo.chaos.evaluations}, {@code evo.chaos.millis} and {@code evo.chaos.lost}.
 */
final class ChaosIT {

  private static final int EVALUATIONS_OF_A_FAULT = 8;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private ChaosReport strike(ChaosSettings settings) throws InterruptedException, IOException {
    ChaosReport report =
        new ChaosRun(ChaosPlan.draw(settings), new ChaosFolder(folder), System.out::println).run();
    System.out.println(report);
    return report;
  }

  @Test
  void run_oneFault_hasTheResultOfARunWithoutIt() throws InterruptedException, IOException {
    ChaosReport report = strike(new ChaosSettings(1, 42, 1, 12, 40, 1500));

    assertThat(report.difference()).as("%s", report).isEmpty();
    assertThat(report.struck()).isEqualTo(1);
    assertThat(report.evaluations()).isEqualTo(12);
  }

  @Test
  @Tag("nightly")
  void run_manyFaults_hasTheResultOfARunWithoutThem() throws InterruptedException, IOException {
    int kills = Integer.getInteger("evo.chaos.kills", 20);
    var settings =
        new ChaosSettings(
            kills,
            Long.getLong("evo.chaos.seed", 42),
            Integer.getInteger("evo.chaos.hosts", 3),
            Integer.getInteger("evo.chaos.evaluations", EVALUATIONS_OF_A_FAULT * kills),
            Integer.getInteger("evo.chaos.millis", 40),
            Integer.getInteger("evo.chaos.lost", 800));

    ChaosReport report = strike(settings);

    assertThat(report.difference()).as("%s", report).isEmpty();
    assertThat(report.lost()).isZero();
    assertThat(report.struck()).isEqualTo(kills);
    assertThat(report.struck(Kind.HOST_KILLED))
        .isGreaterThanOrEqualTo(kills / Kind.values().length);
  }
}
