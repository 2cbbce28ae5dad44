package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.stats.PortfolioSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchGoalTest {

  @TempDir Path folder;

  private SearchOptions read(String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("evo.yaml"), "kernel: gemm\n" + lines + "\n");
    return JobReader.read(file).search();
  }

  @Test
  void goal_ofJobThatSaysNothing_isAPortfolioForSeveralShapes() throws IOException {
    SearchOptions goal = read("");
    assertThat(goal).isEqualTo(SearchOptions.DEFAULT);
    assertThat(goal.decided(4, false).sought()).contains(PortfolioSettings.DEFAULT);
    assertThat(goal.decided(1, false).sought()).isEmpty();
    assertThat(goal.decided(4, true).sought()).isEmpty();
  }

  @Test
  void goal_ofJobThatSaysEverything_isRead() throws IOException {
    SearchOptions read = read("search: {for: portfolio}\nportfolio: {within: 0.5%, at_most: 2}");
    assertThat(read.goal()).isEqualTo(SearchOptions.Goal.PORTFOLIO);
    assertThat(read.portfolio()).isEqualTo(new PortfolioSettings(0.005, 2));
    assertThat(read("search: {for: champion}").decided(4, false).sought()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          search: {for: best}                 | :2:15:
          portfolio: {within: 100%}           | :2:21:
          portfolio: {within: much}           | :2:21:
          portfolio: {at_most: 0}             | :2:22:
          portfolio: {at_most: some}          | :2:22:
          portfolio: {size: 3}                | :2:13:
          search: {for: portfolio}\\nobjective: {minimise: [time, energy]} | 'for: portfolio' needs an objective of one metric
          """)
  void goal_thatIsNone_saysWhere(String lines, String where) {
    assertThatThrownBy(() -> read(lines.replace("\\n", "\n"))).hasMessageContaining(where);
  }
}
