package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SanitizerLogTest {

  static final String STRAY =
      """
      ========= COMPUTE-SANITIZER
      ========= Invalid __global__ read of size 4 bytes
      =========     at scale(const float *, float *, int)+0x90 in bad.cu:5
      =========     by thread (31,0,0) in block (3,0,0)
      =========     Address 0x7f2c8ba00fa0 is out of bounds
      =========     Saved host backtrace up to driver entry point at kernel launch time
      =========         Host Frame: cuLaunchKernel [0x2b2d1a] in libcuda.so.1
      =========\s
      ========= Invalid __global__ read of size 4 bytes
      =========     at another+0x10
      ========= ERROR SUMMARY: 2 errors
      """;

  @Test
  void of_invalidRead_isTheFirstReportWithoutTheHost() {
    ComputeSanitizer.Log log = ComputeSanitizer.Log.of(STRAY);
    assertThat(log.complete()).isTrue();
    assertThat(log.finding())
        .contains(
            "Invalid __global__ read of size 4 bytes; at scale(const float *, float *, int)+0x90 in"
                + " bad.cu:5; by thread (31,0,0) in block (3,0,0); Address 0x7f2c8ba00fa0 is out of"
                + " bounds");
  }

  @Test
  void of_nothingFound_isCompleteWithoutAFinding() {
    assertThat(
            ComputeSanitizer.Log.of(
                "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"))
        .isEqualTo(new ComputeSanitizer.Log(true, java.util.Optional.empty()));
    assertThat(
            ComputeSanitizer.Log.of(
                "========= COMPUTE-SANITIZER\n========= RACECHECK SUMMARY: 1 hazard displayed (0"
                    + " errors, 1 warning)\n"))
        .isEqualTo(new ComputeSanitizer.Log(true, java.util.Optional.empty()));
  }

  @Test
  void of_race_isFoundBehindAWarning() {
    ComputeSanitizer.Log log =
        ComputeSanitizer.Log.of(
            """
            ========= COMPUTE-SANITIZER
            ========= Warning: Race reported between Write access at a+0x1
            =========     and Write access at a+0x2 [1 hazards]
            ========= Error: Race reported between Write access at sum(float *)+0x170 in sum.cu:17
            =========     and Read access at sum(float *)+0x1c0 in sum.cu:19 [496 hazards]
            =========\s
            ========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)
            """);
    assertThat(log.finding().orElseThrow())
        .startsWith("Error: Race reported")
        .contains("sum.cu:19 [496 hazards]");
  }

  @Test
  void of_uninitialisedReadAndBarrier_areFindings() {
    for (String first :
        new String[] {
          "Uninitialized __global__ memory read of size 4 bytes",
          "Barrier error detected. Divergent thread(s) in warp"
        }) {
      assertThat(
              ComputeSanitizer.Log.of(
                      "========= COMPUTE-SANITIZER\n========= "
                          + first
                          + "\n=========     at k+0x1\n========= ERROR SUMMARY: 1 error\n")
                  .finding())
          .contains(first + "; at k+0x1");
    }
  }

  @Test
  void of_toolThatNeverCameToItsEnd_isNotComplete() {
    assertThat(
            ComputeSanitizer.Log.of(
                    "========= COMPUTE-SANITIZER\n========= Error: Device not supported\n")
                .complete())
        .isFalse();
  }
}
