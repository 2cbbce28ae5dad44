package dev.evokernel.trust;

import static dev.evokernel.trust.NcuMetrics.*;

import module java.base;

import dev.evokernel.backend.file.Profiler.Finding;
import dev.evokernel.backend.file.Profiler.Metric;
import dev.evokernel.backend.file.Profiler.Profile;

/**
 * Interpretation of the counters of one launch: findings, each with an upper bound of its share of
 * the time. The bounds come from stated rules and are not measurements. They overlap, because a
 * warp that waits for a bank conflict also waits for shared memory. They rank what to examine
 * first.
 *
 * <p>Two rules recur. Wasted work of a unit costs at most the unit's utilisation times the wasted
 * part. A cause of waiting costs at most the headroom, which is the distance of the busiest unit
 * from its peak.
 */
final class NcuFindings {

  private static final double WORTH = 0.01;

  /**
   * Conflicts below this part are not reported, because their counters include some arbitration.
   */
  private static final double NOTABLE_CONFLICTS = 0.05;

  private static final double NOTABLE_STALL = 0.1;
  private static final int STALLS_SHOWN = 3;
  private static final int WARP = 32;

  /** Utilisation in percent from which a unit is the bottleneck. */
  private static final double SATURATED = 80;

  private final NcuReport report;
  private final List<Finding> findings = new ArrayList<>();

  NcuFindings(NcuReport report) {
    this.report = report;
  }

  Profile profile() {
    conflicts();
    wasted("loads", "fetch", USED_OF_LOADS, LOADED_SECTORS, LOAD_REQUESTS);
    wasted("stores", "write", USED_OF_STORES, STORED_SECTORS, STORE_REQUESTS);
    divergence();
    spills();
    idle();
    occupancy();
    stalls();
    return new Profile(
        overview(),
        findings.stream().sorted(Comparator.comparingDouble(Finding::share).reversed()).toList(),
        report.metrics());
  }

  private void conflicts() {
    double wavefronts = value(SHARED_WAVEFRONTS);
    double conflicts = Math.min(value(CONFLICTS), wavefronts);
    if (wavefronts > 0 && conflicts > NOTABLE_CONFLICTS * wavefronts) {
      add(
          "shared-memory bank conflicts",
          value(DATA_PIPE) / 100 * conflicts / Math.max(value(WAVEFRONTS), wavefronts),
          text(
              "%.1f wavefronts for each that shared memory needs: %.0f %% of them repeat a"
                  + " conflict",
              wavefronts / Math.max(1, wavefronts - conflicts), 100 * conflicts / wavefronts),
          "the data pipe's utilisation, times the conflicts' part of its wavefronts",
          CONFLICTS,
          SHARED_WAVEFRONTS,
          WAVEFRONTS,
          DATA_PIPE);
    }
  }

  private void wasted(String what, String verb, String used, String sectors, String requests) {
    OptionalDouble share = found(used);
    // cp.async counts as sectors but not as bytes used, which are then 0.
    if (share.orElse(0) > 0 && value(sectors) > 0) {
      double part = value(sectors) / Math.max(value(SECTORS), value(sectors));
      add(
          "uncoalesced global " + what,
          (1 - Math.min(1, share.getAsDouble() / 100)) * part * busiestMemory() / 100,
          text(
              "%.1f %% of the bytes that %s %s are used; %.1f sectors a request",
              share.getAsDouble(), what, verb, value(sectors) / Math.max(1, value(requests))),
          "the unused part of the sectors, times their part of L1's, times the busiest memory's"
              + " utilisation",
          used,
          sectors,
          requests,
          SECTORS);
    }
  }

  private void divergence() {
    OptionalDouble threads = found(THREADS);
    if (threads.isPresent()) {
      add(
          "divergent warps",
          Math.max(0, 1 - threads.getAsDouble() / WARP) * Math.min(1, value(ISSUED)),
          text(
              "%.1f of a warp's 32 threads take part in an instruction%s",
              threads.getAsDouble(),
              found(UNIFORM).isPresent()
                  ? text(", %.0f %% of branches take all threads the same way", value(UNIFORM))
                  : ""),
          "the threads left out, times the cycles in which instructions are issued",
          THREADS,
          UNIFORM,
          ISSUED);
    }
  }

  private void spills() {
    double local = value(LOCAL_LOADS) + value(LOCAL_STORES);
    if (local > 0) {
      add(
          "spilled registers",
          local / Math.max(local, value(SECTORS)) * Math.max(value(L1), busiestMemory()) / 100,
          text(
              "%.0f sectors of local memory, %.0f %% of L1's, with %.0f registers a thread",
              local, 100 * local / Math.max(local, value(SECTORS)), value(REGISTERS)),
          "local memory's part of L1's sectors, times the busiest memory's utilisation",
          LOCAL_LOADS,
          LOCAL_STORES,
          SECTORS,
          REGISTERS);
    }
  }

  /** Finds multiprocessors without a block, at the end or from the beginning. */
  private void idle() {
    double elapsed = value(SM_ELAPSED);
    if (elapsed > 0) {
      double waves = value(WAVES);
      double last = waves - Math.floor(waves);
      add(
          "idle multiprocessors",
          1 - Math.min(1, value(SM_ACTIVE) / elapsed),
          text(
              "busy %.0f %% of the time; the grid of %.0f blocks is %.2f waves%s",
              100 * value(SM_ACTIVE) / elapsed,
              value(GRID),
              waves,
              waves < 1
                  ? ", too few for all"
                  : last > 0 ? text(", the last one %.0f %% full", 100 * last) : ""),
          "the cycles in which a multiprocessor has no warp",
          SM_ACTIVE,
          SM_ELAPSED,
          WAVES,
          GRID);
    }
  }

  private void occupancy() {
    OptionalDouble occupancy = found(OCCUPANCY);
    if (occupancy.isPresent() && value(ELIGIBLE) < 1) {
      double most = value(OCCUPANCY_AT_MOST);
      String limit =
          LIMITS.entrySet().stream()
              .filter(limited -> found(limited.getValue()).isPresent())
              .min(Comparator.comparingDouble(limited -> value(limited.getValue())))
              .map(
                  limited ->
                      text(
                          ", which %s limit to %.0f blocks",
                          limited.getKey(), value(limited.getValue())))
              .orElse("");
      add(
          "low occupancy",
          headroom() * (1 - Math.min(1, occupancy.getAsDouble() / 100)),
          text(
              "%.0f %% of the places for warps are taken, at most %.0f %%%s; %.2f warps could go on"
                  + " in a cycle",
              occupancy.getAsDouble(), most, limit, value(ELIGIBLE)),
          "the empty places, times what the busiest unit is below its peak",
          Stream.concat(Stream.of(OCCUPANCY, OCCUPANCY_AT_MOST, ELIGIBLE), LIMITS.values().stream())
              .toArray(String[]::new));
    }
  }

  private void stalls() {
    double all = STALLS.keySet().stream().mapToDouble(reason -> value(stall(reason))).sum();
    STALLS.entrySet().stream()
        .filter(reason -> !reason.getKey().endsWith("selected"))
        .filter(reason -> value(stall(reason.getKey())) > NOTABLE_STALL * all)
        .sorted(Comparator.comparingDouble(reason -> -value(stall(reason.getKey()))))
        .limit(STALLS_SHOWN)
        .forEach(reason -> stalled(reason, value(stall(reason.getKey())), all));
  }

  private void stalled(Map.Entry<String, String> reason, double warps, double all) {
    add(
        "warps wait for " + reason.getValue(),
        headroom() * warps / all,
        text(
            "%.0f %% of a warp's time between two instructions (stall %s, %.2f warps for each"
                + " instruction)",
            100 * warps / all, reason.getKey(), warps),
        "its part of the waiting, times what the busiest unit is below its peak",
        stall(reason.getKey()),
        SM,
        MEMORY);
  }

  private SequencedMap<String, String> overview() {
    var overview = new LinkedHashMap<String, String>();
    overview.put("launch", "grid " + report.grid() + ", block " + report.block());
    put(overview, "time", "%.2f µs, not comparable with evo's own", 1e-3, TIME);
    put(overview, "SM busy", "%.1f %% of its peak", 1, SM);
    if (found(TENSOR).isPresent() || found(HALF_TENSOR).isPresent()) {
      overview.put("tensor pipe", text("%.1f %% of its peak", tensor()));
    }
    put(overview, "issue slots", "%.1f %% used", 100, ISSUED);
    put(overview, "achieved occupancy", "%.1f %%", 1, OCCUPANCY);
    put(overview, "DRAM", "%.1f %% of its peak", 1, DRAM);
    put(overview, "L2", "%.1f %% of its peak", 1, L2);
    put(overview, "L2 hits", "%.1f %% of the sectors", 1, L2_HITS);
    put(overview, "L1", "%.1f %% of its peak", 1, L1);
    String perRequest = "%.1f sectors a request";
    putRatio(overview, "global loads", perRequest, 1, LOADED_SECTORS, LOAD_REQUESTS);
    putRatio(overview, "global stores", perRequest, 1, STORED_SECTORS, STORE_REQUESTS);
    String ofWavefronts = "%.1f %% of shared memory's wavefronts";
    putRatio(overview, "bank conflicts", ofWavefronts, 100, CONFLICTS, SHARED_WAVEFRONTS);
    put(overview, "threads of a warp", "%.1f of 32 take part", 1, THREADS);
    put(overview, "registers", "%.0f a thread", 1, REGISTERS);
    if (found(LOCAL_LOADS).isPresent()) {
      overview.put("local memory", text("%.0f sectors", value(LOCAL_LOADS) + value(LOCAL_STORES)));
    }
    put(overview, "waves", "%.2f", 1, WAVES);
    overview.put("bound by", bound());
    return overview;
  }

  private String bound() {
    var units = new LinkedHashMap<String, Double>();
    units.put("DRAM", value(DRAM));
    units.put("L2", value(L2));
    units.put("L1 and shared memory", value(L1));
    units.put("the tensor pipe", tensor());
    units.put("the multiprocessors", value(SM));
    Map.Entry<String, Double> busiest =
        units.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return busiest.getValue() >= SATURATED
        ? text("%s, at %.0f %% of its peak", busiest.getKey(), busiest.getValue())
        : text(
            "no unit: the busiest, %s, is at %.0f %% of its peak, so latencies count",
            busiest.getKey(), busiest.getValue());
  }

  private double tensor() {
    return Math.max(value(TENSOR), value(HALF_TENSOR));
  }

  private double busiestMemory() {
    return Math.min(100, DoubleStream.of(value(DRAM), value(L2), value(L1)).max().orElse(0));
  }

  private double headroom() {
    double busiest =
        DoubleStream.of(value(SM), value(MEMORY), value(DRAM), value(L2), tensor()).max().orElse(0);
    return 1 - Math.min(1, busiest / 100);
  }

  private void put(
      Map<String, String> overview, String name, String format, double factor, String metric) {
    found(metric).ifPresent(value -> overview.put(name, text(format, factor * value)));
  }

  private void putRatio(
      Map<String, String> overview,
      String name,
      String format,
      double factor,
      String part,
      String whole) {
    if (value(whole) > 0) {
      overview.put(name, text(format, factor * value(part) / value(whole)));
    }
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void add(String name, double share, String message, String rule, String... metrics) {
    if (share >= WORTH) {
      findings.add(
          new Finding(
              name,
              Math.min(1, share),
              message,
              rule,
              Stream.of(metrics).filter(metric -> found(metric).isPresent()).toList()));
    }
  }

  private OptionalDouble found(String metric) {
    Metric found = report.metrics().get(metric);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found.value());
  }

  private double value(String metric) {
    return found(metric).orElse(0);
  }

  /**
   * Launches of one candidate, which run one after the other. With several, each counter and
   * finding has the launch in its name, and a finding's share is that of the time of all launches
   * together.
   */
  record ProfiledLaunches(List<NcuReport> launches) {

    Profile profile() {
      if (launches.size() == 1) {
        return new NcuFindings(launches.getFirst()).profile();
      }
      double all = launches.stream().mapToDouble(ProfiledLaunches::nanos).sum();
      var overview = new LinkedHashMap<String, String>();
      var findings = new ArrayList<Finding>();
      var metrics = new LinkedHashMap<String, Metric>();
      for (int i = 0; i < launches.size(); i++) {
        NcuReport launch = launches.get(i);
        String name = "%d %s: ".formatted(i + 1, launch.kernel());
        double part = all > 0 ? nanos(launch) / all : 1;
        Profile own = new NcuFindings(launch).profile();
        overview.put(name + "share", String.format(Locale.ROOT, "%.0f %% of the time", 100 * part));
        own.overview().forEach((key, value) -> overview.put(name + key, value));
        own.metrics().forEach((key, value) -> metrics.put(name + key, value));
        own.findings().stream()
            .map(
                finding ->
                    new Finding(
                        name + finding.name(),
                        part * finding.share(),
                        finding.message(),
                        finding.rule() + ", times the launch's share of the time",
                        finding.metrics().stream().map(name::concat).toList()))
            .forEach(findings::add);
      }
      findings.sort(Comparator.comparingDouble(Finding::share).reversed());
      return new Profile(overview, findings, metrics);
    }

    private static double nanos(NcuReport launch) {
      Metric time = launch.metrics().get(NcuMetrics.TIME);
      return time == null ? 0 : time.value();
    }
  }
}
