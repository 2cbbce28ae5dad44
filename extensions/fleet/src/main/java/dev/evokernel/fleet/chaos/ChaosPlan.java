package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.worker.protocol.Protocol;

/**
 * Plan of the faults. It follows from the settings alone.
 *
 * @param kills by the number of completed evaluations
 */
public record ChaosPlan(ChaosSettings settings, List<Kill> kills) {

  /** Upper bound of the time until a killed process restarts. */
  private static final int RESTART_MILLIS = 600;

  /** Interval at which the coordinator looks for silent hosts. */
  private static final int LOOK_MILLIS = 1000;

  /** Share of the evaluations after which no fault is injected. */
  private static final double LAST = 0.9;

  public ChaosPlan {
    kills = List.copyOf(kills);
  }

  /**
   * Draws each kind of fault equally often, in random order, on random hosts, at random moments
   * spread over the run.
   */
  public static ChaosPlan draw(ChaosSettings settings) {
    var random = new Random(settings.seed());
    var kinds = new ArrayList<KillKind>();
    List<KillKind> all = List.of(KillKind.values());
    for (int i = 0; i < settings.kills(); i++) {
      kinds.add(all.get(i % all.size()));
    }
    Collections.shuffle(kinds, random);
    double last = LAST * settings.evaluations();
    var kills = new ArrayList<Kill>();
    for (int i = 0; i < settings.kills(); i++) {
      KillKind kind = kinds.get(i);
      kills.add(
          new Kill(
              1 + (int) ((i + random.nextDouble()) * last / settings.kills()),
              kind,
              kind.isOfHost() ? random.nextInt(settings.hosts()) : 0,
              random.nextInt(2 * settings.millis() + 1),
              lasts(kind, settings.lostMillis(), random)));
    }
    return new ChaosPlan(settings, kills);
  }

  /** Duration of a fault. A stopped host is always lost; a network may recover before that. */
  private static int lasts(KillKind kind, int lostMillis, Random random) {
    return switch (kind) {
      case HOST_KILLED, COORDINATOR_KILLED -> random.nextInt(RESTART_MILLIS);
      case HOST_STOPPED -> lostMillis + LOOK_MILLIS + random.nextInt(lostMillis);
      case NETWORK_STOPPED, NETWORK_BROKEN -> lostMillis / 4 + random.nextInt(2 * lostMillis);
    };
  }

  void write(Path file) throws IOException {
    Files.write(file, Protocol.JSON.writeValueAsBytes(this));
  }

  static ChaosPlan read(Path file) throws IOException {
    return Protocol.JSON.readValue(Files.readAllBytes(file), ChaosPlan.class);
  }
}
