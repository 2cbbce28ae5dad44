package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.comparison.Ablation;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.source.Pathology;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.AblationReport;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.comparison.NamedConfiguration;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;

/**
 * Sensitivity analysis of one candidate. The analysis applies one pathology of the kernel at a time
 * to measure what each optimisation is worth.
 *
 * @param only names of the pathologies to measure; empty for all
 * @param wall no further pathology is begun after this time
 */
public record AblationStudy(
    CandidateRequest candidate,
    List<String> only,
    Duration wall,
    ComparisonSettings settings,
    DeviceReservation reservation) {

  public AblationStudy {
    only = List.copyOf(only);
  }

  /**
   * Measures the pathologies, and keeps the report beside a candidate of a run.
   *
   * @param command repeats the analysis
   * @throws BadInputException if the candidate or a pathology does not exist
   */
  public AblationReport measure(String command, Consumer<String> news) throws InterruptedException {
    try (StudiedCandidate studied = StudiedCandidate.open(candidate)) {
      Target target = studied.target();
      List<Pathology> pathologies =
          chosen(studied.variant().kernel().of(studied.variant().configuration()), studied.side());
      try (var _ = reservation.hold(target, "ablate", news)) {
        var ablation =
            new Ablation(
                settings.rule(target.shapes().size()),
                settings.processes(),
                wall,
                new SplittableRandom(settings.seed()),
                System::nanoTime,
                news);
        AblationReport report =
            new AblationReport(
                studied.variant().name(),
                studied.variant().configuration().toString(),
                "Each measured interleaved with the unchanged candidate, in fresh processes, on %s."
                    .formatted(target.subject()),
                settings.margin(),
                ablation.of(
                    settings.setup(target, studied.folder(), news),
                    studied.variant(),
                    pathologies,
                    target.shapes()),
                command);
        studied.keep("ablation", report, news);
        return report;
      }
    }
  }

  private List<Pathology> chosen(Kernel kernel, Side side) {
    List<Pathology> all = kernel.pathologies();
    if (all.isEmpty()) {
      throw new BadInputException(
          "%s lists no pathologies for the backend '%s'. %s"
              .formatted(Launcher.shown(kernel.file()), kernel.backend(), advice(side)));
    }
    List<String> names = all.stream().map(Pathology::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new BadInputException(
            "--only: %s lists no pathology '%s'. %s"
                .formatted(Launcher.shown(kernel.file()), name, Spelling.advice(name, names)));
      }
    }
    return only.isEmpty()
        ? all
        : all.stream().filter(pathology -> only.contains(pathology.name())).toList();
  }

  private static String advice(Side side) {
    return side instanceof Side.Recorded recorded
        ? "This is the run's own copy. If the source lists pathologies now: "
            + Launcher.command(
                "ablate %s --configuration %s"
                    .formatted(
                        Launcher.path(recorded.home()),
                        Printable.word(
                            NamedConfiguration.text(recorded.candidate().configuration()))))
        : "To write some, see docs/kernel.md.";
  }
}
