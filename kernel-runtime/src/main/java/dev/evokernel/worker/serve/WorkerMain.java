package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.OutputLog;
import dev.evokernel.backend.file.ProcessGroup;
import dev.evokernel.worker.protocol.Protocol;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.protocol.Wire;

/**
 * The main class of a worker's process.
 *
 * <p>One platform thread works; the main thread listens. When the coordinator's socket closes, the
 * main thread halts the process, even inside a candidate's endless loop, kills every child process,
 * and deletes the process's temporary folder.
 */
public final class WorkerMain {

  private static final long STACK_BYTES = 64L << 20;
  private static final int DELETIONS = 20;
  private static final Duration BETWEEN_DELETIONS = Duration.ofMillis(50);

  private WorkerMain() {}

  /**
   * @param arguments the path of the coordinator's socket, and the path of the temporary folder,
   *     which is deleted at the end
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    try {
      ProcessGroup.lead();
      listen(Path.of(arguments[0]));
    } catch (IOException | InterruptedException e) {
      // No coordinator is there to receive a report.
    } finally {
      killDescendants();
      Draft.deleteOwn();
      deleteTemporary(Path.of(arguments[1]));
      Runtime.getRuntime().halt(0);
    }
  }

  private static void killDescendants() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** Deletes the folder, and tries again if a dying compiler makes another file in between. */
  private static void deleteTemporary(Path folder) {
    for (int tries = 0; tries < DELETIONS; tries++) {
      try {
        Draft.delete(folder);
        return;
      } catch (IOException e) {
        killDescendants();
        LockSupport.parkNanos(BETWEEN_DELETIONS.toNanos());
      }
    }
  }

  private static void listen(Path socket) throws IOException, InterruptedException {
    try (var wire = new Wire(SocketChannel.open(UnixDomainSocketAddress.of(socket)))) {
      wire.send(Reply.class, new Reply.Hello(Protocol.VERSION, ProcessHandle.current().pid()));
      BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
      var session = new RequestServer(reply -> wire.send(Reply.class, reply));
      Thread.ofPlatform()
          .name("device")
          .stackSize(STACK_BYTES)
          .start(() -> session.serve(requests));
      Optional<Request> request = wire.receive(Request.class);
      while (request.isPresent() && !(request.get() instanceof Request.Shutdown)) {
        OutputLog.separate();
        requests.put(request.get());
        request = wire.receive(Request.class);
      }
    }
  }
}
