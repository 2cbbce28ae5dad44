package dev.evokernel.config;

import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.stats.objective.Objective;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a job tunes and for which objective.
 *
 * @param kernel the {@code kernel.yaml}, absolute; checked when it is read; ignored where a
 *     recording is replayed
 * @param device {@code auto}, {@code cpu}, {@code cuda}, {@code cuda:0}, {@code cuda:0,cuda:1},
 *     {@code cuda:all} or {@code replay:FILE}
 * @param shapes to optimise for, by name or by condition; empty for the kernel's default shapes
 * @param objective what is minimised; its weights are checked against the shapes when the kernel is
 *     known
 * @param variants names of the kernel's variants that may be chosen; empty for all that the device
 *     can run
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

  /** A job without sections of modules. */
  public JobSubject(
      Path kernel, String device, List<String> shapes, Objective objective, List<String> variants) {
    this(kernel, device, shapes, objective, variants, List.of());
  }

  /** One that may choose any variant. */
  public JobSubject(Path kernel, String device, List<String> shapes, Objective objective) {
    this(kernel, device, shapes, objective, List.of());
  }

  JobSubject choosing(List<String> others) {
    return new JobSubject(kernel, device, shapes, objective, others, sections);
  }

  /** The recording that stands in for a device, and whose kernel is the job's. */
  Optional<Path> recording() {
    return device.startsWith(Job.REPLAY)
        ? Optional.of(Path.of(device.substring(Job.REPLAY.length())))
        : Optional.empty();
  }

  /** Another kernel, a {@code kernel.yaml} or its folder: on all its shapes, without weights. */
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

  /** With a section in place of the one with its key. */
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
