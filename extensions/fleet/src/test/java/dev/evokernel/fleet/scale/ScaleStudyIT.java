package dev.evokernel.fleet.scale;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.store.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small runs of {@code evo bench scale}. */
final class ScaleStudyIT {

  /** What a candidate may leave in memory once the model is full; its measurements are 60 kB. */
  private static final long BYTES = 10_000;

  @TempDir private Path folder;
  @TempDir private Path hostsFolder;

  /** A process in which nothing else is measured, and whose heap nothing else fills. */
  static final class Child {
    private Child() {}

    /**
     * Prints by how many bytes the heap grew, and then the report.
     *
     * @param arguments an empty folder
     */
    public static void main(String[] arguments) throws InterruptedException, IOException {
      var run = new SimulatedRun(10, 400, 16, false, 42, Path.of(arguments[0]));
      ScaleStudy.Result result =
          new ScaleStudy(run, List.of(500, 900), Optional.empty(), _ -> {}).measure();
      ScaleStage first = result.stages().getFirst();
      ScaleStage last = result.stages().getLast();
      System.out.println(last.memory().heap() - first.memory().heap());
      System.out.println(last.proposal().p50() <= last.proposal().p90() && last.state() > 0);
      System.out.println(last.store() > first.store() && result.resume().isPositive());
      System.out.println(new ScaleReport(run, result).markdown());
    }
  }

  @Test
  @Tag("nightly")
  void measure_candidatesWithLargeMeasurements_leaveThemToTheStore()
      throws InterruptedException, IOException {
    Process child = ChildJvm.start(Child.class, folder.toString());
    List<String> lines = child.inputReader().lines().toList();
    assertThat(child.waitFor()).isZero();
    assertThat(Long.parseLong(lines.getFirst())).isLessThan(400 * BYTES);
    assertThat(lines.subList(1, 3)).containsExactly("true", "true");
    assertThat(String.join("\n", lines))
        .contains("10 shapes, 400 samples", "| 500 |", "| 900 |", "resume");
  }

  @Test
  void measure_throughTheBroker_resumesOnTheHostsThatStayed()
      throws InterruptedException, IOException {
    var run = new SimulatedRun(1, 5, 8, false, 42, folder);
    var onHosts = new SimulatedRun(1, 5, 8, false, 42, hostsFolder);
    try (Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()),
                "1.0",
                _ -> {});
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<FleetWorker> hosts =
          ScaleStudy.hosts(onHosts, coordinator.address(), "1.0", 12, Duration.ofMillis(1));
      assertThat(hosts).hasSize(2);
      hosts.forEach(host -> threads.execute(host::runOnce));
      ScaleStudy.Result result =
          new ScaleStudy(run, List.of(40), Optional.of(coordinator), _ -> {}).measure();
      assertThat(result.stages()).extracting(ScaleStage::evaluations).containsExactly(40);
      assertThat(result.resume()).isPositive();
      hosts.forEach(FleetWorker::stop);
      hosts.forEach(FleetWorker::close);
    }
  }
}
