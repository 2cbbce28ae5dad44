package dev.evokernel.profile;

import dev.evokernel.backend.tool.Profiler;
import dev.evokernel.backend.tool.ProfilerTool;
import java.nio.file.Path;

/** Nsight Compute for GPUs of NVIDIA. */
public final class NsightComputeTool implements ProfilerTool {

  @Override
  public Profiler at(Path executable) {
    return new NsightCompute(executable);
  }
}
