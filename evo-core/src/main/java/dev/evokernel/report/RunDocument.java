package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Block.Together;
import dev.evokernel.report.Conclusion.Basis;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.RunOverview.Ranking;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/**
 * Document of a run. Each chapter is composed in one place; the conclusion at the end of {@code evo
 * run}, {@code evo show RUN}, the file {@code final_summary.md} and the page select chapters.
 *
 * @param known what the run knew when it began; empty for nothing
 */
public record RunDocument(Conclusion conclusion, Optional<Block> known, ZoneId zone) {

  private static final int LEADERS = 10;

  /** Static shared memory that compilers accept for every target, in bytes. */
  private static final int PORTABLE = 48 << 10;

  /** The file {@code final_summary.md}: a run on one page. */
  public static Report summary(RunHistory history, Optional<Block> known, ZoneId zone) {
    return new RunDocument(Conclusion.of(history), known, zone)::summary;
  }

  public static Report show(RunOverview overview, Optional<Block> known, ZoneId zone) {
    var run = new RunDocument(Conclusion.of(overview.history()), known, zone);
    return () -> run.show(overview);
  }

  static Document conclusion(Conclusion conclusion) {
    return Document.of(
        new RunDocument(conclusion, Optional.empty(), ZoneOffset.UTC).conclusion(false));
  }

  private RunHistory history() {
    return conclusion.history();
  }

  private StoredRun run() {
    return conclusion.run();
  }

  private Document show(RunOverview overview) {
    var blocks = new ArrayList<Block>();
    blocks.add(
        new Block.Heading(
            1,
            "%s: %s on %s, %s"
                .formatted(
                    run().id(),
                    run().subject().kernel(),
                    run().provenance().device().model(),
                    run().status().label())));
    blocks.addAll(conclusion(false));
    blocks.add(
        Together.section(
            "Configuration",
            new Block.Paragraph(
                PortfolioReport.resultOf(history())
                    .map(PortfolioReport::configurations)
                    .orElseGet(this::configurationLines),
                Block.Style.PLAIN,
                Table.INDENT)));
    BaselineSection.of(conclusion)
        .ifPresent(
            section -> blocks.add(Together.section("Baselines in the finals", section.all())));
    blocks.addAll(devices());
    leaders()
        .ifPresent(
            table -> blocks.add(Together.section("Best of the search, measured once each", table)));
    InitialConfigurationsReport.section(conclusion, overview.ranking()).ifPresent(blocks::add);
    known.ifPresent(blocks::add);
    blocks.add(Together.section("Run", Block.Facts.of(facts(overview))));
    blocks.add(
        Together.section("Reproduce", new Block.Code("sh", Reproduction.ofRun(history()), 0)));
    return new Document(
        blocks,
        new Data.Columns<StoredRun>()
            .addAll("", BestResult.FIELDS, _ -> Optional.of(conclusion))
            .add("ending", run -> run.ending().map(ending -> ending.reason().label()))
            .add("spent_seconds", run -> run.spent().toMillis() / 1000.0)
            .add("outcomes", _ -> overview.outcomes())
            .fields(run()));
  }

  private Document summary() {
    var blocks = new ArrayList<Block>();
    blocks.add(
        new Block.Heading(
            1, run().subject().kernel() + " on " + run().provenance().device().model()));
    blocks.add(Block.Paragraph.of("Run `" + run().id() + "`, " + run().status().label() + "."));
    blocks.addAll(conclusion(true));
    if (history().limits().isEmpty() && !RunFacts.isReplayed(run())) {
      blocks.add(
          Block.Paragraph.of(
              "The device's limits were not measured. Run `%s`, then `%s` to write this page again."
                  .formatted(
                      DeviceFacts.limitsCommand(history()),
                      Launcher.command("export " + run().id()))));
    }
    BaselineSection.of(conclusion).ifPresent(section -> blocks.addAll(section.chapter()));
    FrontReport.of(history())
        .ifPresent(front -> blocks.add(Together.section(front.heading(), front.table())));
    blocks.add(Together.section("Configuration", configuration()));
    staticShared().ifPresent(warning -> blocks.add(Block.Paragraph.of(warning)));
    InitialConfigurationsReport.section(conclusion, Ranking.of(history().eligible()))
        .ifPresent(blocks::add);
    known.ifPresent(blocks::add);
    blocks.add(Together.section("Search", budget()));
    List<Block> time = time();
    if (!time.isEmpty()) {
      blocks.add(Together.section("Where the time went", time));
    }
    blocks.add(Together.section("Environment", Block.Facts.of(RunFacts.provenance(run(), zone))));
    blocks.addAll(devices());
    blocks.add(
        Together.section(
            "Reproduce",
            new Block.Code(
                "sh", Reproduction.ofConfiguration(run(), conclusion.configuration()), 0)));
    return Document.of(blocks);
  }

  /**
   * The headline, what to know about it, the tables of shapes, and the reasons of the verdict.
   *
   * @param isFile whether the reader has more than a terminal's height; then the reasons name ties,
   *     and chapters of their own follow on baselines, the front and the time
   */
  private List<Block> conclusion(boolean isFile) {
    Basis basis = conclusion.basis();
    Optional<PortfolioReport> portfolio = PortfolioReport.of(history());
    boolean leads = portfolio.filter(PortfolioReport::leads).isPresent();
    var sentences = new ArrayList<String>();
    RunFacts.commonRejection(history()).ifPresent(sentences::add);
    if (!isFile && basis == Basis.UNDECIDED && run().status() == RunStatus.FINISHED) {
      String remedy = history().finals().flatMap(FinalsDecision::remedy).orElse("");
      sentences.add((remedy + " What to do about it: docs/not-decided.md.").strip());
    }
    if (!isFile && basis == Basis.ACCEPTED) { // Otherwise they are among the reasons below.
      history().finals().ifPresent(finals -> sentences.addAll(finals.weaknesses()));
    }
    DeviceFacts.sentence(conclusion).ifPresent(sentences::add);
    history().foundDefault().ifPresent(sentences::add);
    RunFacts.bitClasses(history()).ifPresent(sentences::add);
    if (!isFile) {
      run().ending().ifPresent(ending -> sentences.add(ending.sentence()));
    }
    var blocks = new ArrayList<Block>();
    blocks.add(
        isFile
            ? Block.Paragraph.strong(conclusion.headline())
            : Block.Paragraph.verdict(conclusion.headline(), basis == Basis.ACCEPTED));
    sentences.forEach(sentence -> blocks.add(Block.Paragraph.of(sentence)));
    if (leads) {
      blocks.addAll(portfolio.get().tables());
    }
    if (leads || isFile) {
      reasons(isFile).ifPresent(blocks::add);
    }
    if (leads) {
      blocks.add(Block.Paragraph.of(conclusion.forAllShapes()));
    }
    if (isFile
        || conclusion.comparisons().stream()
            .anyMatch(shape -> shape.defaultSamples().isPresent())) {
      blocks.add(shapes());
    }
    if (!leads && !isFile) {
      reasons(false).ifPresent(blocks::add);
    }
    if (!leads) {
      portfolio.map(PortfolioReport::sets).ifPresent(blocks::addAll);
    }
    if (!isFile) {
      BaselineSection.of(conclusion)
          .ifPresent(section -> blocks.add(Block.Paragraph.of(section.sentence())));
      FrontReport.of(history())
          .ifPresent(
              front -> {
                blocks.add(Block.Paragraph.of(front.heading()));
                blocks.add(front.table());
              });
      if (!RunFacts.isReplayed(run())) {
        blocks.add(new Block.Details(time()));
      }
    }
    return blocks;
  }

  private Optional<Block> reasons(boolean isFile) {
    if (history().finals().isEmpty()) {
      return Optional.empty();
    }
    var reasons = new ArrayList<>(conclusion.reasons());
    if (isFile) {
      tied().ifPresent(reasons::add);
    }
    Block bullets = Block.Bullets.of(reasons);
    boolean isInTheTable =
        !isFile && conclusion.basis() == Basis.ACCEPTED && !RunFacts.isReplayed(run());
    return Optional.of(isInTheTable ? new Block.Details(List.of(bullets)) : bullets);
  }

  /** Ties are in time, for every objective. */
  private Optional<String> tied() {
    List<String> others =
        history().finals().orElseThrow().tied().stream()
            .filter(number -> conclusion.best().stream().noneMatch(best -> best.number() == number))
            .map(String::valueOf)
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Statistically tied%s with the best single configuration: candidate%s %s."
                .formatted(
                    run().run().objective().isTimeAlone() ? "" : " in time",
                    others.size() == 1 ? "" : "s",
                    String.join(", ", others)));
  }

  Table shapes() {
    String name = conclusion.isChampion() ? "champion" : "best";
    var table =
        new Table.Columns<Comparison>()
            .text("shape", shape -> shape.workload().shape())
            .quantity("default p50", shape -> Units.p50(shape.defaultSamples()))
            .minorQuantity("p90", shape -> Units.p90(shape.defaultSamples()))
            .quantity(name + " p50", shape -> Units.p50(shape.best()))
            .minorQuantity("p90", shape -> Units.p90(shape.best()))
            .minorQuantity("", shape -> shape.workload().rate(shape.best()))
            .text("speed-up (95 % CI)", Comparison::speedUpText);
    if (history().limits().isPresent() && run().subject().arithmetic().isPresent()) {
      table.quantity("% of limit", this::limit);
    }
    return table.rows(conclusion.comparisons());
  }

  private Optional<String> limit(Comparison shape) {
    return shape
        .best()
        .or(shape::defaultSamples)
        .map(Samples::p50)
        .map(p50 -> DeviceFacts.limitShare(DeviceFacts.ceiling(history(), shape.workload()), p50));
  }

  private List<Block> devices() {
    return Stream.concat(
            RunDevicesReport.several(history()).stream()
                .map(table -> Together.section("Devices", table)),
            DeviceFacts.table(history()).stream()
                .map(table -> Together.section("Device state in the finals", table)))
        .map(Block.class::cast)
        .toList();
  }

  private List<String> configurationLines() {
    Configuration configuration = conclusion.configuration();
    var lines = new ArrayList<>(List.of(configuration.toString()));
    lines.addAll(Macros.lines(run().subject(), configuration));
    return lines;
  }

  private List<Block> configuration() {
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(history());
    if (portfolio.isPresent()) {
      return List.of(
          new Block.Code("", String.join("\n", portfolio.get().configurations()), 0),
          Block.Paragraph.of("`portfolio.h` has the macros of each configuration."));
    }
    Subject subject = run().subject();
    Configuration best = conclusion.configuration();
    Optional<String> triton = Macros.triton(best);
    return List.of(
        Block.Paragraph.of(triton.isPresent() ? "For `triton.autotune`:" : "For a compiler:"),
        triton
            .map(text -> new Block.Code("python", text, 0))
            .orElseGet(() -> new Block.Code("", String.join("\n", Macros.lines(subject, best)), 0)),
        Block.Paragraph.of("For `kernel.yaml`:"),
        new Block.Code("yaml", Macros.asDefault(best), 0));
  }

  /**
   * Warns of static shared memory above 48 KiB: compilers accept it for {@code sm_90a}, but not for
   * {@code sm_90}.
   */
  private Optional<String> staticShared() {
    return history()
        .where(known -> known.configuration().equals(conclusion.configuration()), Optional.empty())
        .stream()
        .flatMap(candidate -> candidate.measured().stream())
        .flatMap(measured -> measured.measurements().stream())
        .flatMap(measurement -> Optional.ofNullable(measurement.resources()).stream())
        .map(Resources::staticShared)
        .max(Integer::compare)
        .flatMap(RunDocument::staticShared);
  }

  static Optional<String> staticShared(int bytes) {
    return bytes <= PORTABLE
        ? Optional.empty()
        : Optional.of(
            "The %d B of static shared memory compile only with an architecture-specific target such as `-arch=sm_90a`; `sm_90` and the default allow %d B. To search only configurations for `sm_90`, write `arch: sm_90` in `kernel.yaml`."
                .formatted(bytes, PORTABLE));
  }

  private List<Block> budget() {
    List<Candidate> candidates = history().outlines();
    int generations =
        candidates.stream().mapToInt(known -> known.proposal().generation()).max().orElse(-1) + 1;
    var sentences = new ArrayList<String>();
    sentences.add(
        "%d candidates in %d %s, %s."
            .formatted(
                candidates.size(),
                generations,
                generations == 1 ? "generation" : "generations",
                Units.duration(run().spent())));
    run().ending().ifPresent(ending -> sentences.add(ending.sentence()));
    RunFacts.recoveryChecks(history().recoveryChecks())
        .ifPresent(text -> sentences.add("Device worker: " + text + "."));
    RunFacts.drift(history()).ifPresent(text -> sentences.add("Drift checks: " + text + "."));
    RunFacts.exclusions(history().flags())
        .ifPresent(text -> sentences.add("Measured, but excluded: " + text + "."));
    return List.of(
        Block.Paragraph.of(String.join(" ", sentences)),
        new Table.Columns<Map.Entry<String, Long>>()
            .text("outcome", Map.Entry::getKey)
            .quantity("candidates", Map.Entry::getValue)
            .rows(RunFacts.outcomes(history()).entrySet()));
  }

  /** Use of time; empty for simulated time, and if no time was spent. */
  List<Block> time() {
    TimeBudget budget = run().timeBudget();
    return RunFacts.isReplayed(run()) || budget.deviceTime().isZero()
        ? List.of()
        : List.of(
            Block.Paragraph.of(
                "During the search the device was busy %s of the time and waited for compilers %s."
                    .formatted(
                        Units.percent(budget.busyShare()),
                        percent(budget.of(DeviceActivity.WAITING), budget.searchTime()))),
            timeTable(budget));
  }

  private SequencedMap<String, String> facts(RunOverview overview) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("candidates", RunFacts.outcomesText(run(), overview.outcomes()));
    facts.put("wall time", Units.duration(run().spent()));
    facts.putAll(RunFacts.conditions(history()));
    facts.putAll(RunFacts.provenance(run(), zone));
    run().finished().ifPresent(end -> facts.put("finished", Units.minute(end, zone)));
    return facts;
  }

  private Optional<Table> leaders() {
    Table table =
        new Table.Columns<Candidate>()
            .quantity("number", Candidate::number)
            .quantity("objective", leader -> Units.formatted("%.4f", leader.objective()))
            .quantity("generation", leader -> leader.proposal().generation())
            .text("origin", leader -> leader.proposal().origin())
            .text("configuration", Candidate::configuration)
            .rows(
                history().eligible().stream()
                    .sorted(
                        Comparator.comparingDouble(outline -> outline.objective().getAsDouble()))
                    .limit(LEADERS)
                    .toList());
    return Optional.of(table).filter(leaders -> !leaders.isEmpty());
  }

  private static Table timeTable(TimeBudget budget) {
    var table = Table.builder().text("", "").quantity("time", "share");
    String side = "device";
    for (DeviceActivity activity : DeviceActivity.values()) {
      if (!activity.isSearch() && budget.of(activity).isZero()) {
        continue; // A run without finals.
      }
      table.row(
          side,
          words(activity),
          seconds(budget.of(activity)),
          percent(budget.of(activity), budget.deviceTime()));
      side = "";
    }
    side = "compilers";
    for (CompilerActivity activity : CompilerActivity.values()) {
      Duration time = budget.of(activity);
      table.row(side, words(activity, budget), seconds(time), percent(time, budget.compilerTime()));
      side = "";
    }
    return table.build();
  }

  private static String words(DeviceActivity activity) {
    return switch (activity) {
      case STARTING -> "starting, reference";
      case CHECKING -> "verification";
      case TIMING -> "timing";
      case LOADING -> "loading";
      case BOOKKEEPING -> "messages, storing results";
      case RESTARTING -> "hangs, crashes, restarts";
      case WAITING -> "waiting for a compiler";
      case FINALS -> "finals";
    };
  }

  private static String words(CompilerActivity activity, TimeBudget budget) {
    return switch (activity) {
      case COMPILING -> String.format(Locale.ROOT, "compiling %,d binaries", budget.compiled());
      case CACHED -> String.format(Locale.ROOT, "reading %,d from the cache", budget.cached());
      case WAITING -> "waiting";
    };
  }

  private static String percent(Duration time, Duration whole) {
    return Units.percent(whole.isZero() ? 0 : (double) time.toNanos() / whole.toNanos());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%,.1f s", time.toMillis() / 1000.0);
  }
}
