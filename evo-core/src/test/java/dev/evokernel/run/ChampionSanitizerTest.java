package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.FinalistSelection.Examination;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings.Sanitizing;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.workers.SanitizerStep;
import org.junit.jupiter.api.Test;

final class ChampionSanitizerTest extends PipelineFixture {

  private static final String BROKEN =
      "-fsanitize=address,undefined do not start here. Check LD_PRELOAD.";

  private final List<String> log = new ArrayList<>();
  private final Map<Integer, Rejected> findings = new HashMap<>();
  private boolean starts = true;

  private final class Step implements SanitizerStep {
    @Override
    public Duration usual() {
      return Duration.ofSeconds(2);
    }

    @Override
    public Optional<Rejected> examine(Configuration configuration, Binary binary, Duration within) {
      if (!starts) {
        throw new EnvironmentException(BROKEN);
      }
      return Optional.ofNullable(findings.get((int) binary.compileNanos()));
    }
  }

  private ChampionSanitizer sanitizer(Sanitizing wanted) {
    RunSpec spec = spec();
    EvaluationSpec evaluation = spec.evaluation();
    return new ChampionSanitizer(
        Altered.of(
            spec,
            "evaluation",
            Altered.of(evaluation, "verification", new VerificationSettings(2, 0, wanted))),
        Optional.of(new Step()),
        log::add);
  }

  private static BuiltFinalist finalist(int number) {
    return new BuiltFinalist(
        new Candidate("run", ExampleRun.proposal(number, 64), 1, Optional.empty()),
        new Binary(Path.of("binary"), "digest", number));
  }

  @Test
  void check_whereTheSanitizerDoesNotStart_leavesTheChampionAndSaysWhy()
      throws InterruptedException {
    starts = false;
    ChampionSanitizer sanitizer = sanitizer(Sanitizing.CHAMPION);
    assertThat(sanitizer.check(finalist(7), () -> Duration.ofMinutes(1))).isEmpty();
    assertThat(sanitizer.ofFinalists()).isEmpty();
    assertThat(sanitizer.unchecked())
        .singleElement()
        .asString()
        .startsWith(
            "Candidate 7 was not checked with sanitizers ("
                + BROKEN.replaceFirst("\\.$", "")
                + ").")
        .contains("sanitize " + ExampleRun.ID + "/7");
  }

  @Test
  void ofFinalists_whereTheSanitizerDoesNotStart_refusesNoneAndSaysSoOnce()
      throws InterruptedException {
    starts = false;
    ChampionSanitizer sanitizer = sanitizer(Sanitizing.FINALISTS);
    Examination examination = sanitizer.ofFinalists().orElseThrow();
    assertThat(examination.refusals(List.of(finalist(1), finalist(3), finalist(8))))
        .containsOnly(Optional.empty());
    assertThat(sanitizer.unchecked())
        .singleElement()
        .asString()
        .startsWith("Candidates 1, 3, 8 were not checked with sanitizers (");
    assertThat(log).hasSize(1);
  }

  @Test
  void ofFinalists_withAFinding_refusesThatOne() throws InterruptedException {
    findings.put(3, Examples.rejected(Rejection.SANITIZER));
    ChampionSanitizer sanitizer = sanitizer(Sanitizing.FINALISTS);
    assertThat(sanitizer.check(finalist(3), () -> Duration.ofMinutes(1))).isEmpty();
    assertThat(sanitizer.ofFinalists().orElseThrow().refusals(List.of(finalist(1), finalist(3))))
        .containsExactly(Optional.empty(), Optional.of(Examples.rejected(Rejection.SANITIZER)));
    assertThat(sanitizer.unchecked()).isEmpty();
  }
}
