package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;
import org.junit.jupiter.api.Test;

/** Tests of the backend on every machine, with or without a driver. */
final class OpenClBackendTest {

  private static final DeviceIdentity VANISHED = new DeviceIdentity("opencl:9", "none", "1.0");

  @Test
  void all_withThisModule_areInTheOrderInWhichDevicesAreChosen() {
    assertThat(
            Backend.all().stream()
                .map(Backend::name)
                .filter(List.of("cpu", "cuda", "opencl")::contains))
        .containsExactly("cpu", "cuda", "opencl");
  }

  @Test
  void requirements_ofAnyMachine_nameWhatIsMissingWithItsRemedy() {
    List<Requirement> requirements = new OpenClBackend().requirements();

    assertThat(requirements)
        .extracting(Requirement::name)
        .containsExactly("OpenCL loader", "OpenCL driver", "OpenCL device", "clock of launches");
    assertThat(requirements)
        .allSatisfy(found -> assertThat(found.remedy().isEmpty()).isEqualTo(found.present()));
  }

  @Test
  void open_deviceThatVanished_saysWhichAreThere() {
    assertThatThrownBy(() -> new OpenClBackend().open(VANISHED))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("The device opencl:9 (none, 1.0) is not there.")
        .hasMessageContaining("clinfo -l");
    assertThat(new OpenClBackend().limits(VANISHED)).isEmpty();
    assertThat(new OpenClBackend().physicalName(VANISHED)).isEqualTo("opencl:9");
  }
}
