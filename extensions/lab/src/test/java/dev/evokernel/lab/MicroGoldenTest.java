package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.Golden;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.lab.MicroRanking.MicroSample;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.CsvRenderer;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.space.Count;
import dev.evokernel.stats.RankCorrelation;
import dev.evokernel.store.ExampleRun;
import org.junit.jupiter.api.Test;

/** Every file of a microbenchmark, to the letter. */
final class MicroGoldenTest {

  @Test
  void microbenchmark() {
    Kernel kernel =
        KernelReader.read(Path.of("../kernels/attention"), "cuda").only(List.of("ampere"));
    Configuration configuration = kernel.defaultConfiguration();
    var first = sample(0, configuration, 900, 1.5);
    var second = sample(1, configuration, 700, 1.25);
    var third =
        new MicroSample(
            2,
            configuration,
            new MiniatureOutcome.Refused(
                new Rejected(Rejection.COMPILE_ERROR, "", "bad, \"tile\"")),
            OptionalDouble.empty());
    var ranking =
        new MicroRanking(
            List.of(first, second, third),
            new Count(BigInteger.valueOf(4711), true),
            MicroRanking.End.TIME);
    var report =
        new MicroReport(
            kernel,
            "5d41402abc4b2a76",
            kernel.defaultShapes(),
            new DeviceIdentity("cuda:0", "NVIDIA H200", "570.1"),
            "nvrtc 12.6",
            42,
            "0.2.0",
            1,
            "./evo microbench kernels/attention",
            ExampleRun.START,
            ranking,
            Optional.of(
                new MicroValidation(
                    List.of(
                        new MicroValidation.Checked(
                            second, 1, ExampleRun.measured(80_000, 34_000).outcome())),
                    Optional.of(new RankCorrelation(0.81, 0.66, 0.9, 24)))));
    Golden.check("study/micro.txt", report.text());
    Golden.check("study/micro_best.json", new JsonRenderer().render(report.best()));
    Golden.check("study/micro_log.csv", new CsvRenderer().render(report.log()));
    Golden.check(
        "study/micro-failure.txt",
        MicroReport.failure(
            new MicroRanking(
                List.of(third), new Count(BigInteger.ONE, true), MicroRanking.End.COMPLETE)));
  }

  private static MicroSample sample(
      int number, Configuration configuration, double ticks, double score) {
    return new MicroSample(
        number,
        configuration,
        new MiniatureOutcome.Timed(
            new MiniatureTiming(
                ticks, 1.6 * ticks, 2, 2, 132, new Resources(168, 24, 1024, 65536, 0.1875))),
        OptionalDouble.of(score));
  }
}
