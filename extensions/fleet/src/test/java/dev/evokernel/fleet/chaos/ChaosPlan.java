package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.worker.protocol.Protocol;

/**
 * Plan of the faults. It follows from the settings alone.
 *
 * @param kills by the number of completed evaluations
 */
record ChaosPlan(ChaosSettings settings, List<Kill> kills) {

  /** Upper bound of the time until a killed process restarts. */
  private static final int RESTART_MILLIS = 600;

  /** Interval at which the coordinator looks for silent hosts. */
  private static final int LOOK_MILLIS = 1000;

  /** Share of the evaluations after which no fault is injected. */
  private static final double LAST = 0.9;

  ChaosPlan {
    kills = List.copyOf(kills);
  }

  /**
   * Draws each kind of fault equally often, in random order, on random hosts, at random moments
   * spread over the run.
   */
  static ChaosPlan draw(ChaosSettings settings) {
    var random = new Random(settings.seed());
    var kinds = new ArrayList<Kind>();
    List<Kind> all = List.of(Kind.values());
    for (int i = 0; i < settings.kills(); i++) {
      kinds.add(all.get(i % all.size()));
    }
    Collections.shuffle(kinds, random);
    double last = LAST * settings.evaluations();
    var kills = new ArrayList<Kill>();
    for (int i = 0; i < settings.kills(); i++) {
      Kind kind = kinds.get(i);
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
  private static int lasts(Kind kind, int lostMillis, Random random) {
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

  /** Kind of a fault. */
  enum Kind {
    /** SIGKILL of a host's worker, which restarts. */
    HOST_KILLED("host killed"),

    /** SIGSTOP of a host's worker until after it is lost, then SIGCONT. */
    HOST_STOPPED("host stopped"),

    /** SIGKILL of the coordinator and its broker; the run is resumed. */
    COORDINATOR_KILLED("coordinator killed"),

    /** Messages between a host and the coordinator are delayed and later delivered. */
    NETWORK_STOPPED("network stopped"),

    /** A host's connection breaks, and new connections fail for a while. */
    NETWORK_BROKEN("network broken");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    boolean isOfHost() {
      return this != COORDINATOR_KILLED;
    }
  }

  /**
   * A fault of a plan.
   *
   * @param at number of completed evaluations at which the fault happens
   * @param host from 0; 0 for the coordinator
   * @param afterMillis delay after {@code at}
   * @param lastsMillis time until the process restarts or continues, or the network recovers
   */
  record Kill(int at, Kind kind, int host, int afterMillis, int lastsMillis) {

    @Override
    public String toString() {
      return "at %d evaluations: %s for %d ms".formatted(at, kind.label(), lastsMillis);
    }
  }
}
