package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.backend.file.Profiler.Finding;
import dev.evokernel.backend.file.Profiler.Profile;
import org.junit.jupiter.api.Test;

class NcuFindingsTest {

  private static Profile profile(NcuText text) {
    return new NcuFindings(NcuReport.of(text.raw()).getFirst()).profile();
  }

  private static Finding first(NcuText text) {
    return profile(text).findings().getFirst();
  }

  @Test
  void profile_ofALaunchAtTheLimit_findsOnlyWhatItsHeadroomAllows() {
    Profile profile = profile(NcuText.healthy());
    assertThat(profile.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.name()).isEqualTo("warps wait for global or local memory");
              assertThat(finding.share()).isCloseTo(0.069 * 18.5 / 19.5, within(1e-9));
            });
    assertThat(profile.overview())
        .containsEntry("bound by", "DRAM, at 93 % of its peak")
        .containsEntry("time", "66.02 µs, not comparable with evo's own")
        .containsEntry("issue slots", "31.0 % used")
        .containsEntry("global loads", "16.0 sectors a request")
        .containsEntry("local memory", "0 sectors")
        .doesNotContainKey("tensor pipe");
    assertThat(profile.metrics()).containsKey(NcuMetrics.THREADS);
  }

  @Test
  void profile_ofBankConflicts_weighsThemByTheDataPipe() {
    Finding finding =
        first(
            NcuText.healthy()
                .with(NcuMetrics.CONFLICTS, "687,500")
                .with(NcuMetrics.DATA_PIPE, "90"));
    assertThat(finding.name()).isEqualTo("shared-memory bank conflicts");
    assertThat(finding.message())
        .startsWith("3.2 wavefronts for each that shared memory needs: 69 %");
    assertThat(finding.share()).isCloseTo(0.9 * 687_500 / 2_000_000, within(1e-9));
    assertThat(finding.metrics()).contains(NcuMetrics.CONFLICTS, NcuMetrics.DATA_PIPE);
  }

  @Test
  void profile_ofAFewConflicts_saysNothing() {
    assertThat(
            profile(
                    NcuText.healthy()
                        .with(NcuMetrics.CONFLICTS, "40,000")
                        .with(NcuMetrics.DATA_PIPE, "90"))
                .findings())
        .noneMatch(finding -> finding.name().contains("conflicts"));
  }

  @Test
  void profile_ofStridedLoads_countsTheUnusedBytes() {
    Finding finding =
        first(
            NcuText.healthy()
                .with(NcuMetrics.USED_OF_LOADS, "12.5")
                .with(NcuMetrics.LOADED_SECTORS, "8,388,608"));
    assertThat(finding.name()).isEqualTo("uncoalesced global loads");
    assertThat(finding.message())
        .isEqualTo("12.5 % of the bytes that loads fetch are used; 32.0 sectors a request");
    assertThat(finding.share()).isCloseTo(0.875 * 0.931, within(1e-9));
  }

  @Test
  void profile_ofLoadsByCpAsync_doesNotCallThemUncoalesced() {
    assertThat(profile(NcuText.healthy().with(NcuMetrics.USED_OF_LOADS, "0")).findings())
        .noneMatch(finding -> finding.name().contains("uncoalesced"));
  }

  @Test
  void profile_ofSpills_countsLocalMemory() {
    Finding finding =
        first(
            NcuText.healthy()
                .with(NcuMetrics.LOCAL_LOADS, "3,000,000")
                .with(NcuMetrics.LOCAL_STORES, "1,194,304")
                .with(NcuMetrics.REGISTERS, "255"));
    assertThat(finding.name()).isEqualTo("spilled registers");
    assertThat(finding.message())
        .isEqualTo("4194304 sectors of local memory, 50 % of L1's, with 255 registers a thread");
    assertThat(finding.share()).isCloseTo(0.5 * 0.931, within(1e-9));
  }

  @Test
  void profile_ofDivergentWarps_countsTheThreadsLeftOut() {
    Finding finding =
        first(
            NcuText.healthy()
                .with(NcuMetrics.THREADS, "8")
                .with(NcuMetrics.ISSUED, "0.9")
                .with(NcuMetrics.UNIFORM, "61"));
    assertThat(finding.name()).isEqualTo("divergent warps");
    assertThat(finding.message())
        .isEqualTo(
            "8.0 of a warp's 32 threads take part in an instruction, 61 % of branches take all"
                + " threads the same way");
    assertThat(finding.share()).isCloseTo(0.75 * 0.9, within(1e-9));
  }

  @Test
  void profile_ofALongTail_countsIdleMultiprocessors() {
    Finding finding =
        first(
            NcuText.healthy()
                .with(NcuMetrics.SM_ACTIVE, "66,000")
                .with(NcuMetrics.WAVES, "1.1")
                .with(NcuMetrics.GRID, "145"));
    assertThat(finding.name()).isEqualTo("idle multiprocessors");
    assertThat(finding.message())
        .isEqualTo(
            "busy 55 % of the time; the grid of 145 blocks is 1.10 waves, the last one 10 % full");
    assertThat(finding.share()).isCloseTo(0.45, within(1e-9));
  }

  @Test
  void profile_ofALatencyBoundLaunch_ranksOccupancyAndWaiting() {
    Profile profile =
        profile(
            NcuText.healthy()
                .with(NcuMetrics.DRAM, "20")
                .with(NcuMetrics.MEMORY, "30")
                .with(NcuMetrics.L2, "30")
                .with(NcuMetrics.L1, "25")
                .with(NcuMetrics.ELIGIBLE, "0.2")
                .with(NcuMetrics.OCCUPANCY, "19")
                .with(NcuMetrics.OCCUPANCY_AT_MOST, "25")
                .with("launch__occupancy_limit_registers", "2")
                .with("launch__occupancy_limit_shared_mem", "4"));
    assertThat(profile.findings())
        .extracting(Finding::name)
        .containsExactly("warps wait for global or local memory", "low occupancy");
    assertThat(profile.findings().getLast().message())
        .isEqualTo(
            "19 % of the places for warps are taken, at most 25 %, which registers limit to 2"
                + " blocks; 0.20 warps could go on in a cycle");
    assertThat(profile.overview().get("bound by"))
        .isEqualTo(
            "no unit: the busiest, the multiprocessors, is at 32 % of its peak, so latencies"
                + " count");
  }
}
