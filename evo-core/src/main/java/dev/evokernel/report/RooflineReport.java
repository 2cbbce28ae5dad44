package dev.evokernel.report;

import module java.base;

import dev.evokernel.roofline.Residency;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo roofline}: the device's limit for each shape of a kernel, and the share that
 * configurations reach.
 *
 * @param command the command that shows this report again
 * @param results the option for the results folder in a command, after a blank
 * @param zone of the times in text and Markdown; JSON has UTC
 */
public record RooflineReport(
    String kernel,
    MeasuredLimits limits,
    Arithmetic arithmetic,
    Roofline roofline,
    List<Line> lines,
    String command,
    String results,
    ZoneId zone)
    implements Report {

  /**
   * Shape with its measured configurations.
   *
   * @param measured the measured ones of champion and default
   */
  public record Line(Workload workload, List<Reached> measured) {
    public Line {
      measured = List.copyOf(measured);
    }
  }

  /**
   * A measured configuration.
   *
   * @param role {@code champion}, {@code finalist} or {@code default}; {@code best} without finals
   * @param reference {@code RUN/NUMBER}
   * @param p50 nanoseconds
   * @param registers per thread; 0 if unknown
   * @param residency blocks on the device; empty on a CPU
   */
  public record Reached(
      String role, String reference, double p50, int registers, Optional<Residency> residency) {}

  private static final Data.Columns<Figure> FIGURE =
      new Data.Columns<Figure>()
          .add("quantity", figure -> figure.quantity().label())
          .add("per_second", Figure::perSecond)
          .add("amount", Figure::amount)
          .add("p50_ns", Figure::p50)
          .add("samples", Figure::samples)
          .add("how", Figure::how)
          .add("megahertz", Figure::megahertz);

  private static final Data.Columns<Ceiling> CEILING =
      new Data.Columns<Ceiling>()
          .add("limit_ns", Ceiling::nanos)
          .add("limit_term", ceiling -> ceiling.binds().label())
          .add("compute_ns", Ceiling::compute)
          .add("memory_ns", Ceiling::memory)
          .add("launch_ns", Ceiling::launch);

  private static final Data.Columns<Residency> RESIDENCY =
      new Data.Columns<Residency>()
          .add("shared_bytes", Residency::sharedBytes)
          .add("resident_blocks", residency -> residency.waves().residentBlocks())
          .add("occupancy", Residency::occupancy)
          .add("waves", residency -> residency.waves().exact())
          .add("tail", residency -> residency.waves().tail());

  public RooflineReport {
    lines = List.copyOf(lines);
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Heading(2, heading()));
    blocks.add(section("Measured limits", figures()));
    blocks.add(section("Shapes", shapes()));
    fills().ifPresent(table -> blocks.add(section("Occupancy", table)));
    blocks.add(new Block.Paragraph(remarks(), Block.Style.PLAIN, 0));
    blocks.add(new Block.Commands(commands()));
    return new Document(blocks, data());
  }

  private static Block section(String heading, Table table) {
    return Block.Together.of(new Block.Heading(3, heading), table);
  }

  private Data data() {
    return new Data.Columns<RooflineReport>()
        .add("kernel", RooflineReport::kernel)
        .add("arithmetic", report -> report.arithmetic().label())
        .add("backend", report -> report.limits().backend())
        .add("device", report -> report.limits().device().model())
        .add("device_id", report -> report.limits().device().id())
        .add("driver", report -> report.limits().device().driver())
        .add("compiler", report -> report.limits().compiler())
        .add("host", report -> report.limits().host())
        .add("measured", report -> report.limits().measured())
        .add("limits", report -> FIGURE.objects(report.limits().figures()))
        .add("shapes", report -> shape(roofline).objects(report.lines()))
        .add("command", RooflineReport::command)
        .fields(this);
  }

  private static Data.Columns<Line> shape(Roofline roofline) {
    return new Data.Columns<Line>()
        .add("shape", line -> line.workload().shape().name())
        .add("dimensions", line -> line.workload().shape().plain())
        .add("flops", line -> line.workload().flops())
        .add("bytes", line -> line.workload().bytes())
        .addAll("", CEILING, line -> Optional.of(roofline.ceiling(line.workload())))
        .add(
            "measured",
            line -> reached(roofline.ceiling(line.workload())).objects(line.measured()));
  }

  private static Data.Columns<Reached> reached(Ceiling ceiling) {
    return new Data.Columns<Reached>()
        .add("who", Reached::role)
        .add("candidate", Reached::reference)
        .add("p50_ns", Reached::p50)
        .add("limit_share", reached -> ceiling.share(reached.p50()))
        .addIfPresent("threads", reached -> reached.residency().map(Residency::threads))
        .addIfPresent("registers", reached -> reached.residency().map(_ -> reached.registers()))
        .addAll("", RESIDENCY, Reached::residency);
  }

  private String heading() {
    return "%s (%s) on %s (%s)"
        .formatted(kernel, arithmetic.label(), limits.device().model(), limits.device().id());
  }

  private Table figures() {
    var table = Table.builder().text("limit").quantity("", "p50", "samples").text("probe");
    for (Figure figure : limits.figures()) {
      table.row(
          figure.quantity().title(),
          switch (figure.quantity().unit()) {
            case BYTES -> Units.bandwidth(figure.perSecond());
            case FLOPS -> Units.rate(figure.amount(), figure.p50());
            case LAUNCHES -> "";
          },
          Units.time(figure.p50()),
          Integer.toString(figure.samples()),
          figure.how());
    }
    return table.build();
  }

  private Table shapes() {
    var table =
        Table.builder()
            .text("shape")
            .quantity("flop", "bytes", "flop/byte", "limit")
            .text("bound by", "role")
            .quantity("p50", "% of limit", "headroom")
            .text("measured as");
    for (Line line : lines) {
      Workload work = line.workload();
      Ceiling ceiling = roofline.ceiling(work);
      List<Optional<Reached>> rows =
          line.measured().isEmpty()
              ? List.of(Optional.empty())
              : line.measured().stream().map(Optional::of).toList();
      for (int i = 0; i < rows.size(); i++) {
        Optional<Reached> reached = rows.get(i);
        Optional<Double> p50 = reached.map(Reached::p50);
        boolean first = i == 0;
        table.row(
            first ? work.shape().toString() : "",
            first ? Units.count(work.flops()) : "",
            first ? Units.count(work.bytes()) : "",
            first && work.bytes() > 0 ? decimal(work.flops() / work.bytes()) : "",
            first ? Units.time(ceiling.nanos()) : "",
            first ? ceiling.binds().label() : "",
            reached.map(Reached::role).orElse("not measured"),
            p50.map(Units::time).orElse("-"),
            p50.map(nanos -> Units.percent(ceiling.share(nanos))).orElse("-"),
            p50.map(nanos -> String.format(Locale.ROOT, "%.2f×", 1 / ceiling.share(nanos)))
                .orElse("-"),
            reached.map(Reached::reference).orElse(""));
      }
    }
    return table.build();
  }

  /** Occupancy by shape; empty without multiprocessors, or without a measurement. */
  private Optional<Table> fills() {
    var table =
        Table.builder()
            .text("shape", "")
            .quantity(
                "threads",
                "registers",
                "shared memory",
                "blocks at once",
                "occupancy",
                "waves",
                "tail");
    for (Line line : lines) {
      for (Reached reached : line.measured()) {
        if (reached.residency().isPresent()) {
          Residency residency = reached.residency().get();
          table.row(
              line.workload().shape().name(),
              reached.role(),
              Long.toString(residency.threads()),
              reached.registers() == 0 ? "-" : Integer.toString(reached.registers()),
              residency.sharedBytes() + " B",
              "%d × %d"
                  .formatted(
                      residency.waves().residentBlocks(), residency.waves().multiprocessors()),
              Units.percent(residency.occupancy()),
              String.format(
                  Locale.ROOT, "%.2f of %d", residency.waves().exact(), residency.waves().whole()),
              Units.percent(residency.waves().tail()));
        }
      }
    }
    return Optional.of(table.build()).filter(filled -> !filled.isEmpty());
  }

  private List<String> remarks() {
    var remarks = new ArrayList<String>();
    remarks.add(
        "Limits are what evo's probe kernels reached on %s with driver %s%s; a kernel may exceed 100 %%."
            .formatted(
                Units.minute(limits.measured(), zone),
                limits.device().driver(),
                Units.formatted(", at %.0f MHz or more", limits.megahertz())));
    remarks.add(
        roofline.ridge().isPresent()
            ? "Shapes above %s FLOP/byte are compute-bound."
                .formatted(decimal(roofline.ridge().getAsDouble()))
            : "No peak was measured for %s: only memory traffic and launches set a limit."
                .formatted(arithmetic.label()));
    return remarks;
  }

  private List<Block.Command> commands() {
    var commands = new ArrayList<Block.Command>();
    commands.add(new Block.Command(command, ""));
    commands.add(new Block.Command(command + " --measure", "measures the limits again"));
    lines.stream()
        .flatMap(line -> line.measured().stream())
        .map(Reached::reference)
        .distinct()
        .map(reference -> new Block.Command(Launcher.command("show " + reference + results), ""))
        .forEach(commands::add);
    return commands;
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 1 ? "%.1f" : "%.3f", value);
  }
}
