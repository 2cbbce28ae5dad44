package dev.evokernel.bench.chaos;

import dev.evokernel.worker.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What is struck when: it follows from the settings alone.
 *
 * @param kills by the number of evaluations at which they happen
 */
public record ChaosPlan(ChaosSettings settings, List<Kill> kills) {

  /** A process is started again after this long at most. */
  private static final int RESTART_MILLIS = 600;

  /** The coordinator looks for silent hosts this often. */
  private static final int LOOK_MILLIS = 1000;

  /** The part of the evaluations after which all is left in peace. */
  private static final double LAST = 0.9;

  public ChaosPlan {
    kills = List.copyOf(kills);
  }

  /**
   * Every kind as often as the others, in random order, on random hosts, at random moments that are
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

  /** A host that is stopped is lost in any case; a network may come back before that. */
  private static int lasts(KillKind kind, int lostMillis, Random random) {
    return switch (kind) {
      case HOST_KILLED, COORDINATOR_KILLED -> random.nextInt(RESTART_MILLIS);
      case HOST_STOPPED -> lostMillis + LOOK_MILLIS + random.nextInt(lostMillis);
      case NETWORK_STOPPED, NETWORK_BROKEN -> lostMillis / 4 + random.nextInt(2 * lostMillis);
    };
  }

  /** Writes it for processes that are told its file. */
  void write(Path file) throws IOException {
    Files.write(file, Protocol.JSON.writeValueAsBytes(this));
  }

  static ChaosPlan read(Path file) throws IOException {
    return Protocol.JSON.readValue(Files.readAllBytes(file), ChaosPlan.class);
  }
}
