package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.finals.BaselineSection;
import dev.evokernel.report.finals.BitClasses;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.finals.Disturbances;
import dev.evokernel.report.finals.FinalsDevice;
import dev.evokernel.report.finals.FrontReport;
import dev.evokernel.report.finals.PortfolioReport;
import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.report.finals.TimeUse;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.LimitShare;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Reproduction;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.store.run.Subject;
import dev.evokernel.text.Launcher;

/**
 * The file {@code final_summary.md}: a run on one page.
 *
 * @param known what the run knew when it began; empty for nothing
 */
public record FinalSummary(RunHistory history, Optional<Table> known, ZoneId zone)
    implements Report {

  private static final int PORTABLE = 48 << 10;

  @Override
  public Document document() {
    Conclusion conclusion = Conclusion.of(history);
    StoredRun run = history.run();
    var blocks = new ArrayList<Block>();
    blocks.add(
        new Block.Heading(1, run.subject().kernel() + " on " + run.provenance().device().model()));
    blocks.add(Block.Paragraph.of("Run `" + run.id() + "`, " + run.status().label() + "."));
    Optional<PortfolioReport> portfolio = PortfolioReport.of(history);
    boolean leads = portfolio.filter(PortfolioReport::leads).isPresent();
    blocks.add(Block.Paragraph.strong(conclusion.headline()));
    RunFacts.commonRejection(history).ifPresent(words -> blocks.add(Block.Paragraph.of(words)));
    Disturbances.sentence(conclusion).ifPresent(words -> blocks.add(Block.Paragraph.of(words)));
    history.foundDefault().ifPresent(found -> blocks.add(Block.Paragraph.of(found)));
    BitClasses.sentence(history).ifPresent(bits -> blocks.add(Block.Paragraph.of(bits)));
    if (leads) {
      blocks.addAll(portfolio.get().tables());
    }
    history.finals().ifPresent(finals -> blocks.add(Block.Bullets.of(verdict(conclusion, finals))));
    if (leads) {
      blocks.add(Block.Paragraph.of(conclusion.forAllShapes()));
    }
    blocks.add(conclusion.table());
    portfolio.filter(_ -> !leads).map(PortfolioReport::sets).ifPresent(blocks::addAll);
    blocks.addAll(limits());
    BaselineSection.of(conclusion).ifPresent(section -> blocks.addAll(section.chapter()));
    FrontReport.of(history)
        .ifPresent(front -> chapter(blocks, front.heading(), List.of(front.table())));
    chapter(
        blocks,
        "Configuration",
        PortfolioReport.resultOf(history).isPresent()
            ? List.of(
                new Block.Code("", String.join("\n", portfolio.get().configurations()), 0),
                Block.Paragraph.of("`portfolio.h` has the macros of each configuration."))
            : configuration(run.subject(), conclusion));
    staticShared(history, conclusion.configuration())
        .ifPresent(warning -> blocks.add(Block.Paragraph.of(warning)));
    InitialConfigurationsReport.of(history)
        .ifPresent(initial -> chapter(blocks, "Initial configurations", initial(initial)));
    known.ifPresent(table -> chapter(blocks, "Known when the run began", List.of(table)));
    chapter(blocks, "Search", budget());
    List<Block> timeUse = RunFacts.isReplayed(run) ? List.of() : TimeUse.blocks(run.timeBudget());
    if (!timeUse.isEmpty()) {
      chapter(blocks, "Where the time went", timeUse);
    }
    chapter(blocks, "Environment", List.of(Block.Facts.of(RunFacts.provenance(run, zone))));
    RunDevicesReport.several(history)
        .ifPresent(table -> chapter(blocks, "Devices", List.of(table)));
    FinalsDevice.table(history)
        .ifPresent(table -> chapter(blocks, "Device state in the finals", List.of(table)));
    chapter(
        blocks,
        "Reproduce",
        List.of(
            new Block.Code(
                "sh", Reproduction.ofConfiguration(run, conclusion.configuration()), 0)));
    return Document.of(blocks);
  }

  private static void chapter(List<Block> blocks, String heading, List<Block> chapter) {
    blocks.add(new Block.Heading(2, heading));
    blocks.addAll(chapter);
  }

  /** The command that measures the device's limits, if the limits are unknown. */
  private List<Block> limits() {
    return history.limits().isPresent() || RunFacts.isReplayed(history.run())
        ? List.of()
        : List.of(
            Block.Paragraph.of(
                "The device's limits were not measured. Run `%s`, then `%s` to write this page again."
                    .formatted(
                        LimitShare.command(history),
                        Launcher.command("export " + history.run().id()))));
  }

  private static List<String> verdict(Conclusion conclusion, FinalsDecision finals) {
    var reasons = new ArrayList<>(conclusion.reasons());
    tied(conclusion, finals).ifPresent(reasons::add);
    return reasons;
  }

  /** Ties are in time, for every objective. */
  private static Optional<String> tied(Conclusion conclusion, FinalsDecision finals) {
    List<String> others =
        finals.tied().stream()
            .filter(number -> conclusion.best().stream().noneMatch(best -> best.number() == number))
            .map(String::valueOf)
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Statistically tied%s with the best single configuration: candidate%s %s."
                .formatted(
                    conclusion.run().run().objective().isTimeAlone() ? "" : " in time",
                    others.size() == 1 ? "" : "s",
                    String.join(", ", others)));
  }

  private static List<Block> configuration(Subject subject, Conclusion conclusion) {
    Configuration best = conclusion.configuration();
    var blocks = new ArrayList<Block>();
    Macros.triton(best)
        .ifPresentOrElse(
            text -> {
              blocks.add(Block.Paragraph.of("For `triton.autotune`:"));
              blocks.add(new Block.Code("python", text, 0));
            },
            () -> {
              blocks.add(Block.Paragraph.of("For a compiler:"));
              blocks.add(new Block.Code("", String.join("\n", Macros.lines(subject, best)), 0));
            });
    blocks.add(Block.Paragraph.of("For `kernel.yaml`:"));
    blocks.add(new Block.Code("yaml", Macros.asDefault(best), 0));
    return blocks;
  }

  private static List<Block> initial(InitialConfigurationsReport initial) {
    var blocks = new ArrayList<Block>();
    initial.descent().ifPresent(sentence -> blocks.add(Block.Paragraph.of(sentence)));
    blocks.add(initial.table());
    return blocks;
  }

  private List<Block> budget() {
    List<Candidate> candidates = history.outlines();
    int generations =
        candidates.stream().mapToInt(known -> known.proposal().generation()).max().orElse(-1) + 1;
    var sentences = new ArrayList<String>();
    sentences.add(
        "%d candidates in %d %s, %s."
            .formatted(
                candidates.size(),
                generations,
                generations == 1 ? "generation" : "generations",
                Units.duration(history.run().spent())));
    history.run().ending().ifPresent(ending -> sentences.add(ending.sentence()));
    RunFacts.recoveryChecks(history.recoveryChecks())
        .ifPresent(text -> sentences.add("Device worker: " + text + "."));
    RunFacts.drift(history).ifPresent(text -> sentences.add("Drift checks: " + text + "."));
    RunFacts.exclusions(history.flags())
        .ifPresent(text -> sentences.add("Measured, but excluded: " + text + "."));
    var table = Table.builder().text("outcome").quantity("candidates");
    RunFacts.outcomes(history).forEach((label, count) -> table.row(label, Long.toString(count)));
    return List.of(Block.Paragraph.of(String.join(" ", sentences)), table.build());
  }

  /**
   * Warns of static shared memory above 48 KiB: compilers accept it for {@code sm_90a}, but not for
   * {@code sm_90}.
   */
  private static Optional<String> staticShared(RunHistory history, Configuration configuration) {
    return history
        .where(known -> known.configuration().equals(configuration), Optional.empty())
        .stream()
        .flatMap(candidate -> candidate.measured().stream())
        .flatMap(measured -> measured.measurements().stream())
        .flatMap(measurement -> Optional.ofNullable(measurement.resources()).stream())
        .map(Resources::staticShared)
        .max(Integer::compare)
        .flatMap(FinalSummary::staticShared);
  }

  static Optional<String> staticShared(int bytes) {
    return bytes <= PORTABLE
        ? Optional.empty()
        : Optional.of(
            "The %d B of static shared memory compile only with an architecture-specific target such as `-arch=sm_90a`; `sm_90` and the default allow %d B. To search only configurations for `sm_90`, write `arch: sm_90` in `kernel.yaml`."
                .formatted(bytes, PORTABLE));
  }
}
