package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.file.Profiler.Finding;
import dev.evokernel.backend.file.Profiler.Metric;
import dev.evokernel.backend.file.Profiler.Profile;

/**
 * Launches of one candidate, which run one after the other. With several, each counter and finding
 * has the launch in its name, and a finding's share is that of the time of all launches together.
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
