package dev.evokernel.worker;

import module java.base;

import dev.evokernel.worker.protocol.ProcessExit;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;

/** Worker process, on this machine or behind a pipe to another, as its coordinator sees it. */
public interface WorkerProcess {

  @FunctionalInterface
  interface Starter {

    /**
     * Starts a process and waits for its first message.
     *
     * @throws dev.evokernel.backend.file.EnvironmentException if the process cannot be started,
     *     sends no message within a minute, or has another version
     */
    Start start(LaunchSpec launch, String name) throws InterruptedException;
  }

  sealed interface Start {

    record Up(WorkerProcess process) implements Start {}

    /** The end of the process before its first message. */
    record Ended(ProcessExit exit) implements Start {}
  }

  /** A message or the end of messages from the process. */
  sealed interface Event {

    record Said(Reply reply) implements Event {}

    /** The end of messages, or bytes that are no reply. */
    record Silenced(String why) implements Event {}
  }

  long pid();

  boolean isAlive();

  /** Checks whether the process was stopped (SIGSTOP) and not continued. */
  boolean isStopped();

  /** Sends a request. If the process has ended, the next event reports the end. */
  void send(Request request);

  /** Time that the last request and its answer spent on their way between two machines. */
  default long wayNanos() {
    return 0;
  }

  /** Waits for the next event. Returns empty if none arrives within the limit. */
  Optional<Event> next(Duration limit) throws InterruptedException;

  /**
   * Waits for the end of a process that is silenced, and kills a process that does not end. The
   * socket of a killed process breaks if a request in it was not read.
   */
  ProcessExit end(String why) throws InterruptedException;

  /**
   * Kills the process and all its descendants, waits for their end, and deletes the temporary
   * folder. A surviving process would share the device with the next candidate.
   */
  void kill();

  /** Asks the process to end, and kills it after 250 ms. */
  void shutDown() throws InterruptedException;
}
