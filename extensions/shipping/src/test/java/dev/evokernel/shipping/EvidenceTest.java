package dev.evokernel.shipping;

import static dev.evokernel.shipping.ExampleBuckets.bucket;
import static dev.evokernel.shipping.ExampleBuckets.configuration;
import static dev.evokernel.shipping.ExampleBuckets.sizes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.report.RunFiles;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvidenceTest {

  private static final AcceptedBuckets EXAMPLE =
      ExampleBuckets.of(
          bucket(sizes("M", 512), Map.of("T", Value.of("f16")), configuration("A", 8, "B", true)),
          bucket(sizes("M", 64), configuration("A", 0.5, "B", "row")));

  @TempDir private Path folder;

  private Path written() {
    RunFiles.write(new ResultFile.PlainFile().files(EXAMPLE), folder);
    return folder.resolve("matmul-buckets.json");
  }

  @Test
  void read_ofWhatWasWritten_isEqual() {
    Evidence evidence = Evidence.read(written());

    assertThat(evidence.accepted()).isEqualTo(EXAMPLE);
    assertThat(evidence.format()).isEqualTo("json");
    assertThat(Evidence.read(folder.resolve("matmul-buckets.evidence.json"))).isEqualTo(evidence);
  }

  @Test
  void read_ofAChangedFile_isRefused() throws IOException {
    Files.writeString(written(), "\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> Evidence.read(folder.resolve("matmul-buckets.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("was changed after evo wrote it", "evo export");
  }

  @Test
  void read_ofAnotherFile_saysWhatIsMissing() throws IOException {
    assertThatThrownBy(() -> Evidence.read(folder.resolve("none.py")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("none.evidence.json does not exist", "beside its evidence");
    Files.writeString(folder.resolve("x.evidence.json"), "{");
    assertThatThrownBy(() -> Evidence.read(folder.resolve("x.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("x.evidence.json cannot be read");
    Files.writeString(folder.resolve("x.evidence.json"), "{}");
    assertThatThrownBy(() -> Evidence.read(folder.resolve("x.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no evidence of this version");
  }

  @Test
  void buckets_ofAChampion_areTheShapesOnWhichItIsFaster() {
    AcceptedBuckets accepted = AcceptedBuckets.of(ExampleRun.history());

    assertThat(accepted.buckets())
        .extracting(bucket -> bucket.shape().name())
        .containsExactly("small", "ragged");
    assertThat(accepted.buckets().getFirst().origin()).isEqualTo(ExampleRun.ID + "/2");
    assertThat(accepted.buckets().getFirst().times().low()).isGreaterThan(1);
    assertThat(accepted.with().device()).isEqualTo("AMD EPYC, 2 cores");
  }

  @Test
  void buckets_ofAPortfolioWithTheDefault_leaveItsShapeOut() {
    AcceptedBuckets accepted = AcceptedBuckets.of(with(ExampleRun.portfolioFinals()));

    assertThat(accepted.buckets())
        .extracting(bucket -> bucket.shape().name())
        .containsExactly("small");
    assertThat(accepted.leftOut()).containsOnlyKeys("ragged");
  }

  @Test
  void buckets_ofARunThatAcceptedNothing_areRefused() {
    assertThatThrownBy(() -> AcceptedBuckets.of(with(ExampleRun.finals(101_000, 40_500))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("accepted no configuration", "evo show " + ExampleRun.ID);
  }

  private static RunHistory with(FinalsDecision finals) {
    RunHistory history = ExampleRun.history(Objective.DEFAULT);
    return Altered.of(history, "finals", Optional.of(finals));
  }

  @Test
  void triton_ofACompilersName_isItsVersion() {
    assertThat(EXAMPLE.with().triton()).contains("3.4.0");
    assertThat(AcceptedBuckets.of(ExampleRun.history()).with().triton()).isEmpty();
  }

  @Test
  void changes_ofALaterMeasurement_nameWhatDiffers() {
    AcceptedBuckets.MeasuredWith before = EXAMPLE.with();
    var later =
        new AcceptedBuckets.MeasuredWith(
            "evo renew",
            "2026-12-01T00:00:00Z",
            before.evo(),
            before.device(),
            "580.2",
            "python 3.12, triton 3.5.0",
            "other",
            before.sourceHash());

    assertThat(before.changes(later))
        .containsExactly(
            "driver 570.1 → 580.2",
            "compiler python 3.12, triton 3.4.0 → python 3.12, triton 3.5.0");
    assertThat(before.changes(before)).isEmpty();
  }
}
