package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.EvaluationSpec;

/**
 * Job that an {@code evo.yaml} describes, with all defaults filled in.
 *
 * @param seeding the sources of generation 0 besides the default configuration
 */
public record Job(
    JobFile file,
    JobSubject subject,
    Budget budget,
    SearchOptions search,
    SeedingOptions seeding,
    EvaluationSpec evaluation,
    JobFinals finals,
    JobOutput output) {

  /** Absolute path of the {@code kernel.yaml}. */
  public Path kernel() {
    return subject.kernel();
  }

  public String device() {
    return subject.device();
  }

  /** Section of a module, by its type. */
  public <T extends JobSection> Optional<T> section(Class<T> type) {
    return subject.sections().stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** Names or conditions of the shapes to optimise for; empty for the kernel's default shapes. */
  public List<String> shapes() {
    return subject.shapes();
  }

  /** Names of the variants that may be chosen; empty for all that the device can run. */
  public List<String> variants() {
    return subject.variants();
  }

  /** Absolute path of the results folder. */
  public Path results() {
    return output.results();
  }

  /** Recording that stands in for a device and brings the job's kernel. */
  public Optional<Path> recording() {
    return subject.recording();
  }

  /**
   * Resolves the job against its kernel.
   *
   * @throws InvalidFileException if the kernel lacks a shape, parameter or value that the job
   *     names, a hand-written configuration violates a constraint, or weights and shapes do not
   *     match
   */
  public ResolvedJob on(Kernel kernel) {
    return JobResolver.resolve(this, kernel);
  }

  /**
   * Replays a recording on its only shape, without initial configurations and weights.
   *
   * @param recording absolute path
   */
  public Job replaying(Path recording) {
    return onKernel(recording.resolveSibling("kernel.yaml"))
        .onDevice(ReplayBackend.PREFIX + recording);
  }

  /**
   * Tunes another kernel, a {@code kernel.yaml} or its folder: on all its shapes, without initial
   * configurations and weights.
   */
  public Job onKernel(Path other) {
    return with(subject.onKernel(other)).seededWith(seeding.onOtherKernel());
  }

  /** Restricts the job to some of the kernel's variants. */
  public Job choosing(List<String> variants) {
    return with(subject.choosing(variants));
  }

  /** Replaces the shapes, by names and conditions. */
  public Job onShapes(List<String> others) {
    return with(subject.onShapes(others));
  }

  public Job onDevice(String other) {
    return with(subject.onDevice(other));
  }

  /** Replaces the section with the same key. */
  public Job with(JobSection section) {
    return with(subject.with(section));
  }

  Job with(JobFile other) {
    return new Job(other, subject, budget, search, seeding, evaluation, finals, output);
  }

  private Job with(JobSubject other) {
    return new Job(file, other, budget, search, seeding, evaluation, finals, output);
  }

  public Job within(Budget other) {
    return new Job(file, subject, other, search, seeding, evaluation, finals, output);
  }

  public Job searching(SearchOptions other) {
    return new Job(file, subject, budget, other, seeding, evaluation, finals, output);
  }

  public Job seededWith(SeedingOptions other) {
    return new Job(file, subject, budget, search, other, evaluation, finals, output);
  }

  /** Replaces the results folder. */
  public Job into(Path other) {
    JobOutput there =
        new JobOutput(other, output.cacheBytes(), output.prometheus(), output.notified());
    return new Job(file, subject, budget, search, seeding, evaluation, finals, there);
  }
}
