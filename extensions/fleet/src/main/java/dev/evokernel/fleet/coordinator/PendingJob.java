package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.worker.protocol.FinalsProgress;

/**
 * Job at a worker, with the events for the thread that waits for its end.
 *
 * @param limit time after which the host is lost
 * @param due the end of that time, by the clock of {@link PendingJobs}
 */
record PendingJob(
    String id,
    RemoteDevice device,
    FleetJob job,
    Duration limit,
    long due,
    BlockingQueue<PendingJob.Event> events) {

  sealed interface Event {}

  private record Ended(FleetResult result) implements Event {}

  private record UnderWay(FinalsProgress progress) implements Event {}

  private record Lost(String why) implements Event {}

  boolean isAt(RemoteHost other) {
    return device.host() == other;
  }

  void ended(FleetResult result) {
    events.add(new Ended(result));
  }

  void underWay(FinalsProgress progress) {
    events.add(new UnderWay(progress));
  }

  void lost(String why) {
    events.add(new Lost(why));
  }

  FleetResult await(Consumer<FinalsProgress> progress)
      throws HostLostException, InterruptedException {
    while (true) {
      switch (events.take()) {
        case Ended(FleetResult result) -> {
          return result;
        }
        case UnderWay(FinalsProgress at) -> progress.accept(at);
        case Lost(String why) -> throw new HostLostException(why);
      }
    }
  }
}
