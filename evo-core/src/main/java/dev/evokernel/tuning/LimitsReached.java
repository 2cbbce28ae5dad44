package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variant;
import dev.evokernel.report.RooflineReport.Reached;
import dev.evokernel.roofline.Residency;
import dev.evokernel.store.Filter;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Role;
import dev.evokernel.store.Workload;

/**
 * Configurations measured on a kernel's shapes, and how close each comes to the device's limits.
 */
final class LimitsReached {

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
                    own, limits, standing.workload().shape(), standing.configuration(), compiled)));
  }

  /** Kernel of a recorded configuration; empty if the variant no longer exists. */
  private Optional<Kernel> own(Configuration configuration) {
    return target.kernel().variants().isEmpty()
        ? Optional.of(target.kernel())
        : configuration.variant().flatMap(target.kernel().variants()::find).map(Variant::kernel);
  }
}
