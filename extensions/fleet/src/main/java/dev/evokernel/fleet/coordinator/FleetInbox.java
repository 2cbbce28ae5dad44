package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;

/**
 * Receives worker messages in order and dispatches each to its handler, until the mail is closed.
 *
 * @param address the coordinator's address, for messages
 */
record FleetInbox(
    BrokerConnection connection,
    FleetAddress address,
    String evoVersion,
    WorkerMail mail,
    FleetHosts hosts,
    PendingJobs jobs,
    KeptEvaluations kept,
    Consumer<String> news) {

  private static final Duration TICK = Duration.ofSeconds(1);

  void start() {
    Thread.ofPlatform().daemon().name("fleet").start(this::receive);
  }

  private void receive() {
    long looked = System.nanoTime();
    while (true) {
      try {
        Optional<BrokerConnection.Received> received = connection.receive(TICK);
        long now = System.nanoTime();
        if (mail.isClosed()) {
          return;
        }
        hosts.ticked(now);
        received.ifPresent(message -> heard(message, now));
        if (received.isEmpty() || now - looked > TICK.toNanos()) {
          hosts.loseSilent(now); // Other hosts' messages must not keep a silent one alive.
          looked = now;
        }
      } catch (FleetConnectionException e) {
        failed("The fleet's broker failed: " + e.getMessage());
        return;
      } catch (RuntimeException e) {
        failed("The fleet failed: " + e);
        return;
      }
    }
  }

  /** Reports a failure after which no message can be received. */
  private void failed(String why) {
    if (!mail.isClosed()) {
      hosts.failed(why);
    }
  }

  private void heard(BrokerConnection.Received received, long now) {
    String queue = FleetQueues.worker(received.sender());
    if (!received.protocol().equals(FleetCodec.PROTOCOL) || !received.evo().equals(evoVersion)) {
      refuse(queue, received);
      return;
    }
    FleetCodec.Parcel<ToCoordinator> parcel;
    try {
      parcel = FleetCodec.read(ToCoordinator.class, received.bytes());
    } catch (IllegalArgumentException e) {
      news.accept("note: A message of worker %s was dropped: %s".formatted(received.sender(), e));
      return;
    }
    if (parcel.message() instanceof ToCoordinator.Join join) {
      hosts.joined(received.sender(), join, now);
      return;
    }
    Optional<RemoteHost> host = hosts.heard(received.sender(), now);
    if (parcel.message() instanceof ToCoordinator.KeptEvaluation evaluation) {
      keep(queue, evaluation);
    } else if (host.isPresent()) {
      heard(host.get(), parcel);
    } else {
      mail.send(queue, new ToWorker.JoinAgain());
    }
  }

  private void refuse(String queue, BrokerConnection.Received received) {
    String why =
        FleetCodec.mismatch(
            address, evoVersion, FleetCodec.PROTOCOL, received.evo(), received.protocol());
    news.accept("note: A worker was refused: " + why);
    mail.send(queue, new ToWorker.Refused(why));
  }

  private void heard(RemoteHost host, FleetCodec.Parcel<ToCoordinator> parcel) {
    switch (parcel.message()) {
      case ToCoordinator.Alive _ -> {}
      case ToCoordinator.Leave _ -> hosts.lose(host, "Host '%s' left.".formatted(host.name()));
      case ToCoordinator.Wanted(List<String> digests) ->
          digests.forEach(digest -> hosts.give(host, digest));
      case ToCoordinator.Made(String digest) -> hosts.made(digest, parcel.content());
      case ToCoordinator.DeviceOpened opened -> hosts.opened(host, opened);
      case ToCoordinator.DeviceNotOpened(String _, String device, String why) ->
          hosts.notOpened(host, device, why);
      case ToCoordinator.JobDone(String id, FleetResult result) ->
          jobs.of(id).ifPresent(job -> job.ended(result));
      case ToCoordinator.JobUnderWay(String id, var progress) ->
          jobs.of(id).ifPresent(job -> job.underWay(progress));
      case ToCoordinator.Join _, ToCoordinator.KeptEvaluation _ ->
          throw new IllegalStateException("Handled before.");
    }
  }

  private void keep(String queue, ToCoordinator.KeptEvaluation evaluation) {
    Optional<PendingJob> waiting = jobs.of(evaluation.id());
    if (waiting.isPresent()) {
      waiting.get().ended(new FleetResult.EvaluatedThere(evaluation.evaluated()));
    } else if (!kept.isOnRecord(evaluation) && jobs.isWanted(evaluation.id())) {
      kept.add(queue, evaluation);
    } else if (!kept.has(evaluation.id())) {
      mail.send(
          queue, new ToWorker.Settled(List.of(evaluation.id()))); // Evaluated elsewhere or before.
    }
  }
}
