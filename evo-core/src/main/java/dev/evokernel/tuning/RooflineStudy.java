package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.config.Sizes;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Variant;
import dev.evokernel.limits.LimitProbe;
import dev.evokernel.report.Macros;
import dev.evokernel.report.RooflineReport;
import dev.evokernel.report.RooflineReport.Reached;
import dev.evokernel.roofline.HardwareSuggestions;
import dev.evokernel.roofline.Residency;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.MeasuredLimits.Quantity;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Role;
import dev.evokernel.store.StoredLeaderboard.Filter;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;

/** Limits of a target's device, and the headroom of its kernel. */
public record RooflineStudy(Target target, DeviceReservation reservation) {

  /**
   * Reports how close each shape comes to the device's limits, and measures unknown limits.
   *
   * @param copy bytes that the memory copy reads and writes, measured again; empty for more than
   *     any cache holds
   */
  public RooflineReport report(
      boolean anew, OptionalLong copy, String command, Consumer<String> news)
      throws InterruptedException {
    try (ResultStore store = ResultStore.open(database())) {
      Optional<MeasuredLimits> known = anew || copy.isPresent() ? Optional.empty() : known(store);
      MeasuredLimits limits = known.isPresent() ? known.get() : measured(store, copy, news);
      Arithmetic arithmetic = Arithmetic.of(target.kernel(), target.shapes());
      Roofline roofline = Roofline.of(limits, arithmetic).orElseThrow();
      var reached = new LimitsReached(store, target, limits.limits());
      return new RooflineReport(
          target.kernel().name(),
          limits,
          arithmetic,
          roofline,
          Workload.of(target.kernel(), target.shapes(), limits.limits()).stream()
              .map(workload -> new RooflineReport.Line(workload, reached.on(workload)))
              .toList(),
          command,
          Launcher.results(target.results()),
          ZoneId.systemDefault());
    }
  }

  private Path database() {
    return target.results().resolve(ResultStore.FILE_NAME);
  }

  private Optional<MeasuredLimits> known(ResultStore store) {
    return store.limits(target.backend().name(), target.device());
  }

  private MeasuredLimits measured(ResultStore store, OptionalLong copy, Consumer<String> news)
      throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make();
        var _ =
            reservation.hold(
                target.chosen(), () -> "the device's limits", target.results(), news)) {
      MeasuredLimits limits = probe(temporary, news).measure(copy);
      Optional<MachineLoad> load = MachineLoad.disturbing(target.backend());
      if (load.isPresent()) {
        news.accept(
            "warning: noisy machine: %s. The limits are not stored. Measure again on an idle machine."
                .formatted(load.get()));
      } else {
        store.recordLimits(limits);
      }
      warnOfCache(limits, news);
      return limits;
    }
  }

  private static void warnOfCache(MeasuredLimits limits, Consumer<String> news) {
    double bytes = limits.figure(Quantity.MEMORY).orElseThrow().amount();
    long cache =
        Math.max(limits.limits().value(Limit.L2_BYTES), limits.limits().value(Limit.L3_BYTES));
    if (bytes < 2.0 * cache) {
      news.accept(
          "The copy of %s fits a cache of %s, so 'memory bandwidth' is that of the cache. Measure again with a larger --copy, or without it."
              .formatted(Sizes.text((long) bytes), Sizes.text(cache)));
    }
  }

  private LimitProbe probe(TemporaryFolder temporary, Consumer<String> news) {
    return new LimitProbe(
        target.backend(), target.device(), temporary.folder(), InstantSource.system(), news);
  }

  /**
   * Configurations that the device's limits suggest, as text for {@code evo.yaml}.
   *
   * @throws BadInputException if the limits suggest none
   */
  public String suggestions(int count, Consumer<String> news) throws InterruptedException {
    var derived = new HardwareSuggestions(target.kernel(), target.shapes(), limits(news));
    List<InitialConfiguration> best = derived.best(count);
    if (best.isEmpty()) {
      throw new BadInputException(derived.nothing());
    }
    return Macros.asSeeding(
        best,
        "from %s: %s; other parameters as in the default"
            .formatted(target.device().model(), String.join(", ", derived.parameters())));
  }

  private DeviceLimits limits(Consumer<String> news) throws InterruptedException {
    if (Files.exists(database())) {
      try (ResultStore store = ResultStore.open(database())) {
        Optional<MeasuredLimits> known = known(store);
        if (known.isPresent()) {
          return known.get().limits();
        }
      }
    }
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      return probe(temporary, news).describe();
    }
  }

  /**
   * Configurations measured on a kernel's shapes, and how close each comes to the device's limits.
   */
  static final class LimitsReached {

    private final ResultStore store;
    private final Target target;
    private final DeviceLimits limits;
    private final List<LeaderboardEntry> standings;

    LimitsReached(ResultStore store, Target target, DeviceLimits limits) {
      this.store = store;
      this.target = target;
      this.limits = limits;
      String model = target.device().model();
      this.standings =
          store.leaderboard().ranked(Filter.of(target.kernel().name())).stream()
              .filter(standing -> standing.device().model().equals(model))
              .toList();
    }

    /** The leaderboard's first entry and the latest default on a shape of this size. */
    List<Reached> on(Workload workload) {
      List<LeaderboardEntry> here =
          standings.stream()
              .filter(standing -> standing.workload().shape().isAsLargeAs(workload.shape()))
              .toList();
      var reached = new ArrayList<Reached>();
      here.stream()
          .min(Comparator.comparingDouble(LeaderboardEntry::p50))
          .ifPresent(best -> reached.add(reached(role(best), best)));
      if (reached.stream().noneMatch(entry -> entry.role().equals("default"))) {
        here.stream()
            .filter(this::isDefault)
            .max(Comparator.comparing(LeaderboardEntry::started))
            .ifPresent(theDefault -> reached.add(reached("default", theDefault)));
      }
      return reached;
    }

    private boolean isDefault(LeaderboardEntry standing) {
      return role(standing).equals(Role.DEFAULT.label());
    }

    private String role(LeaderboardEntry standing) {
      return standing.roleBeside(target.kernel().defaultConfiguration());
    }

    private Reached reached(String role, LeaderboardEntry standing) {
      String reference = standing.reference();
      Residency.Compiled compiled =
          store
              .candidate(reference)
              .measurement(standing.shape())
              .flatMap(measurement -> Optional.ofNullable(measurement.resources()))
              .map(found -> new Residency.Compiled(found.registers(), found.staticShared()))
              .orElse(Residency.Compiled.UNKNOWN);
      Optional<Kernel> same =
          own(standing.configuration())
              .filter(
                  own ->
                      own.defaultConfiguration()
                          .values()
                          .keySet()
                          .equals(standing.configuration().values().keySet()));
      return new Reached(
          role,
          reference,
          standing.p50(),
          compiled.registers(),
          same.flatMap(
              own ->
                  Residency.of(
                      own,
                      limits,
                      standing.workload().shape(),
                      standing.configuration(),
                      compiled)));
    }

    private Optional<Kernel> own(Configuration configuration) {
      return target.kernel().variants().isEmpty()
          ? Optional.of(target.kernel())
          : configuration.variant().flatMap(target.kernel().variants()::find).map(Variant::kernel);
    }
  }
}
