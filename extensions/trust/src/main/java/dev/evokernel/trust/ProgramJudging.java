package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.Judging;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/** Judging by a program of the kernel, or by a C function that is built into one. */
public final class ProgramJudging implements Judging {

  @Override
  public BiFunction<Workspace, Shape, Judged> open(
      Kernel kernel, Path cache, boolean rests, Consumer<Duration> grace) {
    return new Judge(kernel, cache, rests, grace)::judging;
  }
}
