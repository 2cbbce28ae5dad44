package dev.evokernel.spec;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.worker.LaunchSpec;

/**
 * Cores of this host that other processes use.
 *
 * <p>Sampled from {@code /proc/stat}, less the processor time of this process. A load average would
 * still count the build that ended a minute ago.
 */
public record MachineLoad(double busy, int cores) {

  /** Name of the system property that ignores the load, for tests that run beside each other. */
  private static final String IGNORED = "evo.load.ignored";

  private static final Duration WINDOW = Duration.ofMillis(300);
  private static final double TICKS_PER_SECOND = 100;

  /** Share of the cores from which times vary. */
  private static final double BUSY = 0.25;

  /** Processor time of all processes and of this process, in seconds. */
  private record Used(double all, double own, long nanos) {

    private static Optional<Used> now() {
      try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
        long[] ticks =
            lines
                .findFirst()
                .map(line -> line.replaceFirst("^cpu +", "").split(" ", -1))
                .map(words -> Stream.of(words).mapToLong(Long::parseLong).toArray())
                .orElseThrow();
        // user, nice, system, idle, iowait, irq, softirq, steal
        double all = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7];
        double own =
            ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .map(nanos -> nanos / 1e9)
                .orElse(0.0);
        return Optional.of(new Used(all / TICKS_PER_SECOND, own, System.nanoTime()));
      } catch (IOException | RuntimeException e) {
        return Optional.empty(); // Not Linux.
      }
    }
  }

  /** Samples the load for 0.3 s; empty where the system does not tell. */
  public static Optional<MachineLoad> sample() throws InterruptedException {
    Optional<Used> before = Boolean.getBoolean(IGNORED) ? Optional.empty() : Used.now();
    if (before.isEmpty()) {
      return Optional.empty();
    }
    Thread.sleep(WINDOW);
    return Used.now().map(after -> between(before.get(), after));
  }

  /** Samples the load while the caller goes on. */
  public static CompletableFuture<Optional<MachineLoad>> sampling() {
    var sampled = new CompletableFuture<Optional<MachineLoad>>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                sampled.complete(sample());
              } catch (InterruptedException e) {
                sampled.complete(Optional.empty());
              }
            });
    return sampled;
  }

  /** Launch of processes whose candidates' threads suit the load of the cores that they run on. */
  public static LaunchSpec adapted(LaunchSpec usual, Backend backend) throws InterruptedException {
    return disturbing(backend).isPresent()
        ? usual.with(OpenMpSettings.added(System.getenv()))
        : usual;
  }

  /** Samples the load; empty if it does not change what the backend's kernels measure. */
  public static Optional<MachineLoad> disturbing(Backend backend) throws InterruptedException {
    return backend.compilingDisturbsTiming()
        ? sample().filter(MachineLoad::isBusy)
        : Optional.empty();
  }

  private static MachineLoad between(Used before, Used after) {
    double seconds = (after.nanos() - before.nanos()) / 1e9;
    double others = after.all() - before.all() - (after.own() - before.own());
    int cores = Runtime.getRuntime().availableProcessors();
    return new MachineLoad(Math.clamp(others / seconds, 0, cores), cores);
  }

  /** Whether the load changes what a CPU's kernels measure. */
  public boolean isBusy() {
    return busy >= BUSY * cores;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "other processes use %.1f of %d cores", busy, cores);
  }

  /** Settings of OpenMP on cores that other processes use: the user's, or else those of evo. */
  public static final class OpenMpSettings {

    /**
     * Keeps each thread of a candidate on a core of its own. Otherwise Linux may put two threads on
     * one busy core, where each spins at a barrier while the other waits for the core. The spinning
     * itself stays: a sleeping thread would make short launches slower.
     */
    private static final Map<String, String> ON_BUSY_CORES =
        Map.of("OMP_PROC_BIND", "true", "OMP_PLACES", "cores");

    /** Settings of OpenMP on where threads run and how they wait. */
    private static final Pattern WAITING =
        Pattern.compile("OMP_(PROC_BIND|PLACES|WAIT_POLICY)|(GOMP|KMP)_.*");

    private OpenMpSettings() {}

    /** Variables that evo sets, none if the user has chosen. */
    public static Map<String, String> added(Map<String, String> user) {
      return chosen(user).isEmpty() ? ON_BUSY_CORES : Map.of();
    }

    /** Settings in force, each {@code NAME=value}. */
    public static String text(Map<String, String> user) {
      Map<String, String> chosen = chosen(user);
      return new TreeMap<>(chosen.isEmpty() ? ON_BUSY_CORES : chosen)
          .entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static Map<String, String> chosen(Map<String, String> user) {
      var chosen = new HashMap<>(user);
      chosen.keySet().removeIf(Predicate.not(WAITING.asMatchPredicate()));
      return chosen;
    }
  }
}
