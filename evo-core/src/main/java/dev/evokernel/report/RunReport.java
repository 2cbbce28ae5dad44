package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.Ranking;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.StoredRun;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code evo show RUN}. */
public record RunReport(RunOverview overview, ZoneId zone) implements Report {

  private static final int LEADERS = 10;

  /** On a history that has every candidate. */
  public RunReport(RunHistory history, ZoneId zone) {
    this(
        new RunOverview(
            history,
            RunFacts.outcomes(history),
            Ranking.of(history.eligible()),
            history.run().finished()),
        zone);
  }

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
            run.id()
                + ": "
                + run.subject().kernel()
                + " on "
                + run.provenance().device().model()
                + ", "
                + run.status().label()));
    blocks.addAll(conclusion.document().blocks());
    blocks.add(
        section(
            "Configuration",
            Block.Paragraph.of(
                    PortfolioReport.resultOf(history())
                        .map(PortfolioReport::configurations)
                        .orElseGet(
                            () ->
                                Stream.concat(
                                        Stream.of(conclusion.configuration().toString()),
                                        Macros.lines(run.subject(), conclusion.configuration())
                                            .stream())
                                    .toList())
                        .toArray(String[]::new))
                .indented(Table.INDENT)));
    BaselineSection.of(conclusion)
        .ifPresent(
            section -> blocks.add(section("Baselines, beside the finalists", section.all())));
    FleetReport.several(history()).ifPresent(table -> blocks.add(section("Devices", table)));
    FinalsDevice.table(history())
        .ifPresent(table -> blocks.add(section("The device in the finals", table)));
    leaders()
        .ifPresent(table -> blocks.add(section("Best of the search, each measured once", table)));
    InitialConfigurationsReport.of(history(), overview.ranking())
        .ifPresent(one -> blocks.add(initial(one)));
    blocks.add(section("Run", Block.Facts.of(facts())));
    blocks.add(section("Reproduce", new Block.Code("sh", Reproduction.ofRun(history()), 0)));
    return new Document(blocks, data());
  }

  /** What {@code evo_best.json} has, and how the run went. */
  private Data data() {
    var json = new LinkedHashMap<String, @Nullable Object>(BestResult.json(history()));
    StoredRun run = history().run();
    json.put("ending", run.ending().map(one -> one.reason().label()).orElse(null));
    json.put("spent_seconds", run.spent().toMillis() / 1000.0);
    json.put("outcomes", overview.outcomes());
    return Data.Fields.of(json);
  }

  private static Block section(String heading, Block... blocks) {
    return Block.Together.under(new Block.Heading(2, heading), List.of(blocks));
  }

  private static Block initial(InitialConfigurationsReport initial) {
    var blocks = new ArrayList<Block>();
    blocks.add(initial.table());
    initial
        .descent()
        .ifPresent(sentence -> blocks.add(Block.Paragraph.of(sentence).indented(Table.INDENT)));
    return Block.Together.under(
        new Block.Heading(2, "Initial configurations of generation 0"), blocks);
  }

  private SequencedMap<String, String> facts() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("candidates", RunFacts.outcomesText(history().run(), overview.outcomes()));
    facts.put("wall time", Units.duration(history().run().spent()));
    RunFacts.recoveryChecks(history().recoveryChecks())
        .ifPresent(text -> facts.put("device worker", text));
    DeviceText.disturbances(history().disturbed())
        .ifPresent(text -> facts.put("disturbances", text));
    RunFacts.drift(history()).ifPresent(text -> facts.put("drift checks", text));
    RunFacts.exclusions(history().flags()).ifPresent(text -> facts.put("excluded", text));
    facts.putAll(RunFacts.provenance(history().run(), zone));
    history().run().finished().ifPresent(end -> facts.put("finished", Units.minute(end, zone)));
    return facts;
  }

  private Optional<Table> leaders() {
    List<CandidateOutline> leaders =
        history().eligible().stream()
            .sorted(Comparator.comparingDouble(one -> one.objective().getAsDouble()))
            .limit(LEADERS)
            .toList();
    if (leaders.isEmpty()) {
      return Optional.empty();
    }
    var table =
        Table.builder()
            .quantity("number")
            .quantity("objective")
            .quantity("generation")
            .text("origin")
            .text("configuration");
    for (CandidateOutline candidate : leaders) {
      table.row(
          Integer.toString(candidate.number()),
          String.format(Locale.ROOT, "%.4f", candidate.objective().getAsDouble()),
          Integer.toString(candidate.proposal().generation()),
          candidate.proposal().origin(),
          candidate.configuration().toString());
    }
    return Optional.of(table.build());
  }
}
