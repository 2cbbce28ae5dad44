package dev.evokernel.tuning;

import static dev.evokernel.store.TimeBudget.DeviceActivity.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.run.PipelineFixture;
import dev.evokernel.store.ExampleRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ResumeRequirementTest extends PipelineFixture {

  @Test
  void of_anInterruptedRun_addsItsStartAnEvaluationAndTheLeastFinals() {
    ResumeRequirement.Need need = ResumeRequirement.Need.of(spec(), ExampleRun.history());
    assertThat(need.start()).isEqualTo(ExampleRun.timeBudget().of(STARTING));
    assertThat(need.evaluation()).isPositive();
    assertThat(need.finals()).isGreaterThan(need.evaluation());
    assertThat(need.total())
        .isEqualTo(need.start().plus(need.evaluation()).plus(need.finals()))
        .isLessThan(Duration.ofMinutes(1));
    assertThat(need.toString()).startsWith("1.0 s to start, ").endsWith(" s for finals");
  }
}
