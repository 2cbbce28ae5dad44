package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.worker.WorkerProcess;
import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;

/**
 * Worker process on a host. The loss of the host is no end of the process: it is an {@link
 * EnvironmentException} in {@link #next}, which blames no candidate.
 */
final class RemoteProcess implements WorkerProcess {

  private static final Duration PARTING = Duration.ofMillis(250);

  /** Time for the end of a killed process, beyond the 20 s that the host waits for it. */
  private static final Duration END = Duration.ofSeconds(30);

  /** Missing signs of life with which a host counts as standing still. */
  private static final Duration SILENCE = Pipe.HEARTBEAT.multipliedBy(5);

  /** Most messages that wait to be read; a worker sends far fewer between two reads. */
  private static final int WAITING = 10_000;

  private final HostLink link;
  private final int number;
  private final long pid;
  private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private volatile boolean stopped;
  private volatile long sentNanos = System.nanoTime();
  private volatile long wayNanos;

  RemoteProcess(HostLink link, int number, long pid) {
    this.link = link;
    this.number = number;
    this.pid = pid;
  }

  void said(Reply reply, long heldNanos) {
    stopped = false;
    wayNanos = Math.max(0, System.nanoTime() - sentNanos - heldNanos);
    events.add(new Event.Said(reply));
    if (events.size() > WAITING) {
      link.breach(
          "Host '%s' sent more than %d messages that nothing asked for."
              .formatted(link.host(), WAITING));
    }
  }

  void ended(ProcessExit how) {
    exit.complete(how);
    events.add(new Event.Silenced(""));
  }

  void lost() {
    events.add(new Event.Silenced("")); // Wakes the waiting thread, which asks the link.
    exit.cancel(false);
  }

  void stopped(boolean now) {
    stopped = now;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean isAlive() {
    return !exit.isDone() && !link.isLost();
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public void send(Request request) {
    if (events.stream().anyMatch(Event.Said.class::isInstance)) {
      link.breach("Host '%s' sent an answer before the question.".formatted(link.host()));
    }
    sentNanos = System.nanoTime();
    link.send(new ToHost.Ask(number, request));
  }

  @Override
  public long wayNanos() {
    return wayNanos;
  }

  @Override
  public Optional<Event> next(Duration limit) throws InterruptedException {
    link.require();
    Optional<Event> next = Optional.ofNullable(events.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
    link.require();
    return next;
  }

  @Override
  public ProcessExit end(String why) throws InterruptedException {
    try {
      return exit.get(END.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      link.require();
      throw link.unexpected(why);
    }
  }

  /**
   * Kills the process. A request may have run into its limit because the host stood still: then the
   * host is lost instead, and no candidate is blamed.
   */
  @Override
  public void kill() {
    if (!isAlive()) {
      return;
    }
    if (link.silentNanos() > SILENCE.toNanos()) {
      link.lose(
          "Host '%s' was lost: it was silent for %d s when a process had to end."
              .formatted(link.host(), link.silentNanos() / 1_000_000_000));
    }
    link.send(new ToHost.Kill(number));
    await(END);
    if (isAlive()) {
      link.lose(
          "Host '%s' cannot kill process %d. A device may hang. Check the output of 'dmesg' there."
              .formatted(link.host(), pid));
    }
    link.require();
  }

  @Override
  public void shutDown() {
    if (isAlive()) {
      send(new Request.Shutdown());
      await(PARTING);
      kill();
    }
  }

  /** Waits for the end of the process, also in an interrupted thread. */
  private void await(Duration limit) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + limit.toNanos();
    while (!exit.isDone() && System.nanoTime() < deadline) {
      try {
        var _ = exit.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException | CancellationException | TimeoutException e) {
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
