package dev.evokernel.fleet.scale;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.store.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cost of the coordinator in runs on simulated devices. Properties of the system set the size:
 * {@code evo.scale.evaluations}, {@code evo.scale.shapes}, {@code evo.scale.samples} and {@code
 * evo.scale.portfolio}.
 */
final class ScaleStudyIT {

  /**
   * Bytes that a candidate may leave in memory once the model is full; its measurements are 60 kB.
   */
  private static final long BYTES = 10_000;

  @TempDir private Path folder;

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
      ScaleStudy.Result result = new ScaleStudy(run, stages, System.err::println).measure();
      ScaleStage first = result.stages().getFirst();
      ScaleStage last = result.stages().getLast();
      System.out.println(last.memory().heap() - first.memory().heap());
      System.out.println(last.proposal().p50() <= last.proposal().p90() && last.state() > 0);
      System.out.println(last.store() > first.store() && result.resume().isPositive());
      System.out.println(new ScaleReport(run, result).markdown());
    }
  }

  @Test
  @Tag("full")
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
}
