package dev.evokernel.tuning.study;

import dev.evokernel.config.Job;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.run.evaluation.VerificationStrength;
import java.util.List;

/** Search for wrong kernels that the correctness gate of a job would pass. */
final class VerificationCheck {

  private VerificationCheck() {}

  /** Strength of the gate on each backend for which the kernel has a section. */
  static List<VerificationStrength> of(Job job) {
    KernelFile file = KernelFile.at(job.kernel());
    return file.backends().stream()
        .map(file::readUnsettled)
        .map(read -> strength(job, read))
        .toList();
  }

  /** Measures the gate on the job's shapes; a section without them is measured on its defaults. */
  private static VerificationStrength strength(Job job, Kernel read) {
    List<Shape> named = read.shapes().stream().filter(shape -> isOf(job, shape, read)).toList();
    return new VerificationStrength(
        read, named.isEmpty() ? read.defaultShapes() : named, job.evaluation().verification());
  }

  private static boolean isOf(Job job, Shape shape, Kernel read) {
    var selection = new ShapeSelection(read.shapes());
    return job.shapes().stream().anyMatch(text -> selection.of(text).contains(shape));
  }
}
