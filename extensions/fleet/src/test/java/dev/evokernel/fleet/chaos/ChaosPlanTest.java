package dev.evokernel.fleet.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChaosPlanTest {

  private static final ChaosSettings SETTINGS = new ChaosSettings(200, 7, 3, 1600, 40, 1500);

  @Test
  void draw_sameSettings_isTheSamePlan() {
    assertThat(ChaosPlan.draw(SETTINGS)).isEqualTo(ChaosPlan.draw(SETTINGS));
    assertThat(ChaosPlan.draw(new ChaosSettings(200, 8, 3, 1600, 40, 1500)).kills())
        .isNotEqualTo(ChaosPlan.draw(SETTINGS).kills());
  }

  @Test
  void draw_manyKills_strikesInOrderEveryKindAsOftenAndEveryHost() {
    ChaosPlan plan = ChaosPlan.draw(SETTINGS);

    assertThat(plan.kills())
        .hasSize(200)
        .isSortedAccordingTo(Comparator.comparingInt(ChaosPlan.Kill::at));
    for (ChaosPlan.Kind kind : ChaosPlan.Kind.values()) {
      assertThat(plan.kills()).filteredOn(kill -> kill.kind() == kind).hasSize(40);
    }
    assertThat(plan.kills()).extracting(ChaosPlan.Kill::host).contains(0, 1, 2);
    assertThat(plan.kills()).allMatch(kill -> kill.at() >= 1 && kill.at() < 1500);
    assertThat(plan.kills())
        .filteredOn(kill -> kill.kind() == ChaosPlan.Kind.HOST_STOPPED)
        .as("beyond what is lost")
        .allMatch(kill -> kill.lastsMillis() >= 2500);
  }

  @Test
  void write_aPlan_isReadAsTheSame(@TempDir Path folder) throws IOException {
    ChaosPlan plan = ChaosPlan.draw(SETTINGS);
    plan.write(folder.resolve("plan.json"));

    assertThat(ChaosPlan.read(folder.resolve("plan.json"))).isEqualTo(plan);
  }

  @Test
  void settings_whatCannotBe_isRefusedWithAllValues() {
    Stream.<Runnable>of(
            () -> new ChaosSettings(-1, 7, 3, 1600, 40, 1500),
            () -> new ChaosSettings(1, 7, 0, 1600, 40, 1500),
            () -> new ChaosSettings(1, 7, 3, 15, 40, 1500),
            () -> new ChaosSettings(1, 7, 3, 1600, -1, 1500),
            () -> new ChaosSettings(1, 7, 3, 1600, 40, 499))
        .forEach(
            made ->
                assertThatThrownBy(made::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Required: "));
  }
}
