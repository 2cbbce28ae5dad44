package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Profiler.Finding;
import dev.evokernel.backend.file.Profiler.Profile;
import org.junit.jupiter.api.Test;

class ProfiledLaunchesTest {

  @Test
  void profile_ofSeveralLaunches_weighsEachByItsTime() {
    NcuText wasteful =
        NcuText.healthy().with(NcuMetrics.CONFLICTS, "500,000").with(NcuMetrics.DATA_PIPE, "80");
    NcuReport second = NcuReport.of(wasteful.raw()).getFirst();
    NcuReport first =
        NcuReport.of(wasteful.with(NcuMetrics.TIME, "198,048").raw()).getFirst(); // three times
    Finding alone =
        new NcuFindings.ProfiledLaunches(List.of(second)).profile().findings().getFirst();
    Profile both = new NcuFindings.ProfiledLaunches(List.of(first, second)).profile();

    assertThat(both.overview())
        .containsEntry("1 gemm: share", "75 % of the time")
        .containsEntry("2 gemm: share", "25 % of the time")
        .containsEntry("2 gemm: registers", "48 a thread");
    assertThat(both.findings().getFirst().name()).isEqualTo("1 gemm: " + alone.name());
    assertThat(both.findings().getFirst().share()).isEqualTo(0.75 * alone.share());
    assertThat(both.findings().getFirst().metrics())
        .allMatch(metric -> both.metrics().containsKey(metric));
  }
}
