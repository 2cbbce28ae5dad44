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

/**
 * Cost of the coordinator in runs on simulated devices. Properties of the system set the size:
 * {@code evo.scale.evaluations}, {@code evo.scale.shapes}, {@code evo.scale.samples} and {@code
 * evo.scale.portfolio} of the run in a process of its own; {@code evo.scale.devices}, {@code
 * evo.scale.flight}, {@code evo.scale.brokered} evaluations and {@code evo.scale.millis} of the run
 * through the broker.
 */
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
     * @param arguments an empty folder, shapes, samples, whether the run searches for a portfolio,
     *     and the numbers of evaluations at which the coordinator is measured
     */
    public static void main(String[] arguments) throws InterruptedException, IOException {
      var run =
          new SimulatedRun(
              Integer.parseInt(arguments[1]),
              Integer.parseInt(arguments[2]),
              16,
              Boolean.parseBoolean(arguments[3]),
              42,
              Path.of(arguments[0]));
      List<Integer> stages = Arrays.stream(arguments).skip(4).map(Integer::valueOf).toList();
      ScaleStudy.Result result =
          new ScaleStudy(run, stages, Optional.empty(), System.err::println).measure();
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
    int evaluations = Integer.getInteger("evo.scale.evaluations", 900);
    int samples = Integer.getInteger("evo.scale.samples", 400);
    var arguments =
        new ArrayList<>(
            List.of(
                folder.toString(),
                System.getProperty("evo.scale.shapes", "10"),
                Integer.toString(samples),
                System.getProperty("evo.scale.portfolio", "false")));
    IntStream.of(500, 5_000, 20_000, 50_000)
        .filter(stage -> stage < evaluations)
        .forEach(stage -> arguments.add(Integer.toString(stage)));
    arguments.add(Integer.toString(evaluations));
    Process child = ChildJvm.start(Child.class, arguments.toArray(String[]::new));
    List<String> lines = child.inputReader().lines().toList();
    String report = String.join("\n", lines.subList(3, lines.size()));
    System.out.println(report);
    assertThat(child.waitFor()).isZero();
    assertThat(Long.parseLong(lines.getFirst())).isLessThan((evaluations - 500) * BYTES);
    assertThat(lines.subList(1, 3)).containsExactly("true", "true");
    assertThat(report)
        .contains(samples + " samples", "| 500 |", "| %,d |".formatted(evaluations), "resume");
  }

  @Test
  void measure_throughTheBroker_resumesOnTheHostsThatStayed()
      throws InterruptedException, IOException {
    int devices = Integer.getInteger("evo.scale.devices", 12);
    int inFlight = Integer.getInteger("evo.scale.flight", 8);
    int evaluations = Integer.getInteger("evo.scale.brokered", 40);
    var evaluation = Duration.ofMillis(Integer.getInteger("evo.scale.millis", 1));
    var run = new SimulatedRun(1, 5, inFlight, false, 42, folder);
    var onHosts = new SimulatedRun(1, 5, inFlight, false, 42, hostsFolder);
    try (Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()),
                "1.0",
                _ -> {});
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<FleetWorker> hosts =
          ScaleStudy.hosts(onHosts, coordinator.address(), "1.0", devices, evaluation);
      assertThat(hosts).hasSize((devices + 7) / 8);
      hosts.forEach(host -> threads.execute(host::runOnce));
      ScaleStudy.Result result =
          new ScaleStudy(run, List.of(evaluations), Optional.of(coordinator), _ -> {}).measure();
      assertThat(result.stages()).extracting(ScaleStage::evaluations).containsExactly(evaluations);
      assertThat(result.resume()).isPositive();
      hosts.forEach(FleetWorker::stop);
      hosts.forEach(FleetWorker::close);
    }
  }
}
