package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.roofline.Residency;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.store.record.Arithmetic;
import dev.evokernel.store.run.MeasuredLimits;
import dev.evokernel.store.run.MeasuredLimits.Figure;
import dev.evokernel.store.run.Workload;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;

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
    var plain = new LinkedHashMap<String, @Nullable Object>();
    plain.put("kernel", kernel);
    plain.put("arithmetic", arithmetic.label());
    plain.put("backend", limits.backend());
    plain.put("device", limits.device().model());
    plain.put("device_id", limits.device().id());
    plain.put("driver", limits.device().driver());
    plain.put("compiler", limits.compiler());
    plain.put("host", limits.host());
    plain.put("measured", limits.measured());
    plain.put("limits", limits.figures().stream().map(RooflineReport::plain).toList());
    plain.put("shapes", lines.stream().map(this::plain).toList());
    plain.put("command", command);
    return Data.Fields.of(plain);
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

  private static Map<String, @Nullable Object> plain(Figure figure) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    plain.put("quantity", figure.quantity().label());
    plain.put("per_second", figure.perSecond());
    plain.put("amount", figure.amount());
    plain.put("p50_ns", figure.p50());
    plain.put("samples", figure.samples());
    plain.put("how", figure.how());
    plain.put("megahertz", figure.megahertz());
    return plain;
  }

  private Map<String, @Nullable Object> plain(Line line) {
    Ceiling ceiling = roofline.ceiling(line.workload());
    var plain = new LinkedHashMap<String, @Nullable Object>();
    plain.put("shape", line.workload().shape().name());
    plain.put("dimensions", line.workload().shape().plain());
    plain.put("flops", line.workload().flops());
    plain.put("bytes", line.workload().bytes());
    plain.put("limit_ns", ceiling.nanos());
    plain.put("limit_term", ceiling.binds().label());
    plain.put("compute_ns", ceiling.compute());
    plain.put("memory_ns", ceiling.memory());
    plain.put("launch_ns", ceiling.launch());
    plain.put(
        "measured", line.measured().stream().map(reached -> plain(ceiling, reached)).toList());
    return plain;
  }

  private static Map<String, @Nullable Object> plain(Ceiling ceiling, Reached reached) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    plain.put("who", reached.role());
    plain.put("candidate", reached.reference());
    plain.put("p50_ns", reached.p50());
    plain.put("limit_share", ceiling.share(reached.p50()));
    reached
        .residency()
        .ifPresent(
            residency -> {
              plain.put("threads", residency.threads());
              plain.put("registers", reached.registers());
              plain.put("shared_bytes", residency.sharedBytes());
              plain.put("resident_blocks", residency.waves().residentBlocks());
              plain.put("occupancy", residency.occupancy());
              plain.put("waves", residency.waves().exact());
              plain.put("tail", residency.waves().tail());
            });
    return plain;
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 1 ? "%.1f" : "%.3f", value);
  }
}
