package dev.evokernel.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.spec.MachineLoad.OpenMpSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenMpSettingsTest {

  @Test
  void added_withoutTheUsersChoice_bindsThreads() {
    Map<String, String> user = Map.of("OMP_NUM_THREADS", "4", "HOME", "/home/user");

    assertThat(OpenMpSettings.added(user)).containsEntry("OMP_PROC_BIND", "true");
    assertThat(OpenMpSettings.text(user)).isEqualTo("OMP_PLACES=cores OMP_PROC_BIND=true");
  }

  @Test
  void added_whereTheUserHasChosen_isNothing() {
    Map<String, String> user = Map.of("OMP_WAIT_POLICY", "passive", "HOME", "/home/user");

    assertThat(OpenMpSettings.added(user)).isEmpty();
    assertThat(OpenMpSettings.text(user)).isEqualTo("OMP_WAIT_POLICY=passive");
  }
}
