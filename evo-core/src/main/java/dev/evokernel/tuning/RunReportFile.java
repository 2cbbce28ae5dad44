package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.StudiedRun;
import dev.evokernel.space.EmptySpaceException;
import dev.evokernel.space.IntractableSpaceException;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.Subject;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.Launcher;

/** Writer of {@code report.html} for runs of one results folder. */
public final class RunReportFile {

  private RunReportFile() {}

  public static void write(List<RunHistory> runs, Path results, Path file) {
    AtomicFile.write(
        file, ReportPage.html(runs.stream().map(run -> studied(run, results)).toList()));
  }

  /**
   * Collects what a page about a run shows.
   *
   * @param results the folder that has the run's folder
   */
  public static StudiedRun studied(RunHistory run, Path results) {
    return StudiedRun.of(
        run, space(run, results.resolve(run.run().id())), results, ZoneId.systemDefault());
  }

  /**
   * Writes the page of a finished run into its folder. A stopped run gets no page, since a stop
   * must be prompt and the page takes seconds. A failure to write the page does not affect the run.
   */
  static void writeAtEnd(RunHistory run, Path results, Consumer<String> news) {
    if (run.run().status() != RunStatus.FINISHED) {
      return;
    }
    Path file = results.resolve(run.run().id()).resolve(ReportPage.FILE_NAME);
    try {
      write(List.of(run), results, file);
    } catch (RuntimeException e) {
      news.accept(
          "note: no page was written: %s. Write the page: %s"
              .formatted(
                  String.valueOf(e.getMessage()).replaceAll("\\.$", ""),
                  Launcher.command("report " + run.run().id() + Launcher.results(results))));
    }
  }

  /**
   * Reads the search space from the copy of the kernel in the run's folder; empty without the copy
   * or the device's limits. A GPU reports limits only to a process that opens it, which would
   * disturb measurements, so GPU limits come from what {@code evo roofline} recorded.
   */
  private static Optional<SearchSpace> space(RunHistory history, Path runFolder) {
    try {
      return history.run().subject().backend().equals(ReplayBackend.NAME)
          ? recorded(runFolder)
          : limits(history).map(limits -> described(history.run().subject(), runFolder, limits));
    } catch (InvalidFileException
        | EnvironmentException
        | EmptySpaceException
        | IntractableSpaceException
        | BadInputException
        | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<SearchSpace> recorded(Path runFolder) {
    return JobReader.read(runFolder.resolve("evo.yaml"))
        .recording()
        .map(file -> RecordingReader.read(file).space());
  }

  private static SearchSpace described(Subject subject, Path runFolder, DeviceLimits limits) {
    Kernel kernel =
        KernelFile.at(runFolder.resolve("kernel").resolve(subject.kernel()))
            .read(subject.backend());
    List<Shape> shapes = subject.workloads().stream().map(workload -> workload.shape()).toList();
    return SearchSpace.of(
        kernel.variants().isEmpty() ? kernel : narrowed(kernel, runFolder, limits, shapes),
        shapes,
        limits);
  }

  private static Kernel narrowed(
      Kernel kernel, Path runFolder, DeviceLimits limits, List<Shape> shapes) {
    List<String> asked = JobReader.read(runFolder.resolve("evo.yaml")).variants();
    return RunnableVariants.of(kernel, asked, Optional.of(limits), shapes).kernel();
  }

  private static Optional<DeviceLimits> limits(RunHistory history) {
    return history
        .limits()
        .map(MeasuredLimits::limits)
        .or(() -> ofThisMachine(history.run().provenance().device().model()));
  }

  private static Optional<DeviceLimits> ofThisMachine(String model) {
    Backend backend = Backend.named("cpu");
    Optional<DeviceIdentity> same =
        backend.devices().stream().filter(device -> device.model().equals(model)).findFirst();
    if (same.isEmpty()) {
      return Optional.empty();
    }
    try (Device device = backend.open(same.get())) {
      return Optional.of(device.limits());
    }
  }
}
