package dev.evokernel.config;

import dev.evokernel.config.options.JobFinals;
import dev.evokernel.config.options.JobOutput;
import dev.evokernel.config.options.SearchOptions;
import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.EvaluationSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One job, as {@code evo.yaml} describes it, defaults filled in.
 *
 * @param seeding what generation 0 starts from besides the default
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

  /** The prefix of a recording's file. */
  static final String REPLAY = ReplayBackend.PREFIX;

  /** The {@code kernel.yaml}, absolute. */
  public Path kernel() {
    return subject.kernel();
  }

  public String device() {
    return subject.device();
  }

  /** The section of a module, by its type. */
  public <T extends JobSection> Optional<T> section(Class<T> type) {
    return subject.sections().stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** The shapes to optimise for, by name or by condition; empty for the kernel's default. */
  public List<String> shapes() {
    return subject.shapes();
  }

  /**
   * The names of the kernel's variants that may be chosen; empty for all that the device can run.
   */
  public List<String> variants() {
    return subject.variants();
  }

  /** The folder of the database and of every run's files, absolute. */
  public Path results() {
    return output.results();
  }

  /** The recording that stands in for a device, and whose kernel is the job's. */
  public Optional<Path> recording() {
    return subject.recording();
  }

  /**
   * The job resolved against its kernel.
   *
   * @throws InvalidFileException if the kernel lacks a shape, parameter or value that the job
   *     names, a hand-written configuration breaks a constraint, or weights and shapes do not agree
   */
  public ResolvedJob on(Kernel kernel) {
    return JobResolver.resolve(this, kernel);
  }

  /**
   * The same job on a recording: on its one shape, without these initial configurations and
   * weights.
   *
   * @param recording absolute
   */
  public Job replaying(Path recording) {
    return onKernel(recording.resolveSibling("kernel.yaml")).onDevice(REPLAY + recording);
  }

  /**
   * The same job for another kernel, a {@code kernel.yaml} or its folder: on all its shapes,
   * without these initial configurations, and without weights for these shapes.
   */
  public Job onKernel(Path other) {
    return new Job(
        file,
        subject.onKernel(other),
        budget,
        search,
        seeding.onOtherKernel(),
        evaluation,
        finals,
        output);
  }

  /** The same with some of the kernel's variants. */
  public Job choosing(List<String> variants) {
    return new Job(
        file, subject.choosing(variants), budget, search, seeding, evaluation, finals, output);
  }

  /** The same on other shapes, by name or by condition. */
  public Job onShapes(List<String> others) {
    return new Job(
        file, subject.onShapes(others), budget, search, seeding, evaluation, finals, output);
  }

  public Job onDevice(String other) {
    return new Job(
        file, subject.onDevice(other), budget, search, seeding, evaluation, finals, output);
  }

  /** With a section in place of the one with its key. */
  public Job with(JobSection section) {
    return new Job(
        file, subject.with(section), budget, search, seeding, evaluation, finals, output);
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

  /** The same job with another results folder. */
  public Job into(Path other) {
    return new Job(
        file,
        subject,
        budget,
        search,
        seeding,
        evaluation,
        finals,
        new JobOutput(other, output.cacheBytes(), output.prometheus(), output.notified()));
  }
}
