package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Block.Together;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.finals.BaselineSection;
import dev.evokernel.report.finals.BestResult;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.finals.Disturbances;
import dev.evokernel.report.finals.FinalsDevice;
import dev.evokernel.report.finals.PortfolioReport;
import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Reproduction;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.store.run.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo show RUN}.
 *
 * @param known what the run knew when it began; empty for nothing
 */
public record RunReport(RunOverview overview, Optional<Table> known, ZoneId zone)
    implements Report {

  private static final int LEADERS = 10;

  private RunHistory history() {
    return overview.history();
  }

  @Override
  public Document document() {
    StoredRun run = history().run();
    Conclusion conclusion = Conclusion.of(history());
    var blocks = new ArrayList<Block>();
    blocks.add(
        new Block.Heading(
            1,
            "%s: %s on %s, %s"
                .formatted(
                    run.id(),
                    run.subject().kernel(),
                    run.provenance().device().model(),
                    run.status().label())));
    blocks.addAll(conclusion.document().blocks());
    blocks.add(
        Together.section(
            "Configuration",
            new Block.Paragraph(
                PortfolioReport.resultOf(history())
                    .map(PortfolioReport::configurations)
                    .orElseGet(() -> configuration(run.subject(), conclusion.configuration())),
                Block.Style.PLAIN,
                Table.INDENT)));
    BaselineSection.of(conclusion)
        .ifPresent(
            section -> blocks.add(Together.section("Baselines in the finals", section.all())));
    RunDevicesReport.several(history())
        .ifPresent(table -> blocks.add(Together.section("Devices", table)));
    FinalsDevice.table(history())
        .ifPresent(table -> blocks.add(Together.section("Device state in the finals", table)));
    leaders()
        .ifPresent(
            table -> blocks.add(Together.section("Best of the search, measured once each", table)));
    InitialConfigurationsReport.of(history(), overview.ranking())
        .ifPresent(initial -> blocks.add(initial(initial)));
    known.ifPresent(table -> blocks.add(Together.section("Known when the run began", table)));
    blocks.add(Together.section("Run", Block.Facts.of(facts())));
    blocks.add(
        Together.section("Reproduce", new Block.Code("sh", Reproduction.ofRun(history()), 0)));
    return new Document(blocks, data());
  }

  /** The fields of {@code evo_best.json}, and the course of the run. */
  private Data data() {
    var json = new LinkedHashMap<String, @Nullable Object>(BestResult.json(history()));
    StoredRun run = history().run();
    json.put("ending", run.ending().map(ending -> ending.reason().label()));
    json.put("spent_seconds", run.spent().toMillis() / 1000.0);
    json.put("outcomes", overview.outcomes());
    return Data.Fields.of(json);
  }

  private static List<String> configuration(Subject subject, Configuration configuration) {
    var lines = new ArrayList<>(List.of(configuration.toString()));
    lines.addAll(Macros.lines(subject, configuration));
    return lines;
  }

  private static Block initial(InitialConfigurationsReport initial) {
    var blocks = new ArrayList<Block>();
    blocks.add(initial.table());
    initial
        .descent()
        .ifPresent(sentence -> blocks.add(Block.Paragraph.of(sentence).indented(Table.INDENT)));
    return Together.under(new Block.Heading(2, "Initial configurations"), blocks);
  }

  private SequencedMap<String, String> facts() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("candidates", RunFacts.outcomesText(history().run(), overview.outcomes()));
    facts.put("wall time", Units.duration(history().run().spent()));
    RunFacts.recoveryChecks(history().recoveryChecks())
        .ifPresent(text -> facts.put("device worker", text));
    Disturbances.retaken(history()).ifPresent(text -> facts.put("disturbances", text));
    RunFacts.drift(history()).ifPresent(text -> facts.put("drift checks", text));
    RunFacts.exclusions(history().flags()).ifPresent(text -> facts.put("excluded", text));
    facts.putAll(RunFacts.provenance(history().run(), zone));
    history().run().finished().ifPresent(end -> facts.put("finished", Units.minute(end, zone)));
    return facts;
  }

  private Optional<Table> leaders() {
    List<Candidate> leaders =
        history().eligible().stream()
            .sorted(Comparator.comparingDouble(outline -> outline.objective().getAsDouble()))
            .limit(LEADERS)
            .toList();
    return leaders.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table.Columns<Candidate>()
                .quantity("number", Candidate::number)
                .quantity("objective", leader -> Units.formatted("%.4f", leader.objective()))
                .quantity("generation", leader -> leader.proposal().generation())
                .text("origin", leader -> leader.proposal().origin())
                .text("configuration", Candidate::configuration)
                .rows(leaders));
  }
}
