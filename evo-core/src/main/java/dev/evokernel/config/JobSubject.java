package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.stats.objective.Objective;

/**
 * Kernel, device, shapes and objective of a job.
 *
 * @param kernel the {@code kernel.yaml}, absolute; checked on reading; ignored for a recording
 * @param device {@code auto}, {@code cpu}, {@code cuda}, {@code cuda:0}, {@code cuda:0,cuda:1},
 *     {@code cuda:all} or {@code replay:FILE}
 * @param shapes names or conditions; empty for the kernel's default shapes
 * @param objective the metrics to minimise; weights are checked once the kernel is known
 * @param variants names of the variants that may be chosen; empty for all that the device can run
 * @param sections the sections that modules read, in the order of their keys
 */
public record JobSubject(
    Path kernel,
    String device,
    List<String> shapes,
    Objective objective,
    List<String> variants,
    List<JobSection> sections) {

  public JobSubject {
    shapes = List.copyOf(shapes);
    variants = List.copyOf(variants);
    sections = List.copyOf(sections);
  }

  JobSubject choosing(List<String> others) {
    return new JobSubject(kernel, device, shapes, objective, others, sections);
  }

  /** Recording that stands in for a device and brings the job's kernel. */
  Optional<Path> recording() {
    return device.startsWith(ReplayBackend.PREFIX)
        ? Optional.of(Path.of(device.substring(ReplayBackend.PREFIX.length())))
        : Optional.empty();
  }

  /** Switches to another kernel, on all its shapes and without weights. */
  JobSubject onKernel(Path other) {
    return new JobSubject(
        KernelFile.at(other).path(),
        device,
        List.of(),
        objective.onOtherShapes(),
        List.of(),
        sections);
  }

  JobSubject onShapes(List<String> others) {
    return new JobSubject(kernel, device, others, objective, variants, sections);
  }

  JobSubject onDevice(String other) {
    return new JobSubject(kernel, other, shapes, objective, variants, sections);
  }

  /** Replaces the section with the same key. */
  JobSubject with(JobSection section) {
    List<JobSection> others =
        Stream.concat(
                sections.stream().filter(other -> !other.key().equals(section.key())),
                Stream.of(section))
            .sorted(Comparator.comparing(JobSection::key))
            .toList();
    return new JobSubject(kernel, device, shapes, objective, variants, others);
  }
}
