package dev.evokernel.opencl;

import dev.evokernel.backend.LaunchesContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
@Tag("full")
class OpenClLaunchesIT extends LaunchesContract {
  OpenClLaunchesIT() {
    super(new OpenClBackend(), OpenClFixture.kernel("cllaunches").file());
  }
}
