package dev.evokernel.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run of {@code evo bench scale}. */
final class ScaleStudyIT {

  /** What a candidate may leave in memory; its measurements alone are 60 kB here. */
  private static final long BYTES = 20_000;

  @TempDir private Path folder;

  @Test
  void measure_candidatesWithLargeMeasurements_leaveThemToTheStore()
      throws InterruptedException, IOException {
    var settings = new ScaleStudy.Settings(10, 400, 16, false, 42, List.of(200, 800));
    ScaleStudy.Result result = new ScaleStudy(settings, folder, _ -> {}).measure();

    assertThat(result.stages()).extracting(ScaleStage::evaluations).containsExactly(200, 800);
    ScaleStage first = result.stages().getFirst();
    ScaleStage last = result.stages().getLast();
    assertThat(last.memory().heap() - first.memory().heap()).isLessThan(600 * BYTES);
    assertThat(last.store()).isGreaterThan(first.store());
    assertThat(last.state()).isPositive();
    assertThat(last.proposal().p50()).isPositive().isLessThanOrEqualTo(last.proposal().p90());
    assertThat(result.resume()).isPositive();

    String report = new ScaleReport(settings, result).markdown();
    assertThat(report).contains("10 shapes, 400 samples", "| 200 |", "| 800 |", "resume");
  }
}
