package dev.evokernel.fleet.chaos;

import module java.base;

/**
 * Network between one host and the coordinator: forwards bytes until it is stopped or broken.
 * Thread-safe.
 */
final class NetworkRelay implements AutoCloseable {

  private static final int BLOCK = 1 << 16;

  private final ServerSocket listening;
  private final int coordinator;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean stopped;
  private volatile boolean broken;

  private NetworkRelay(ServerSocket listening, int coordinator) {
    this.listening = listening;
    this.coordinator = coordinator;
  }

  /**
   * Listens on a free port of loopback.
   *
   * @param coordinator port of the coordinator
   */
  static NetworkRelay to(int coordinator) throws IOException {
    var relay =
        new NetworkRelay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), coordinator);
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Delays everything that is sent from now on. */
  synchronized void stop() {
    stopped = true;
  }

  /** Breaks every connection, and each new connection at once. */
  void breakAll() {
    broken = true;
    open.forEach(NetworkRelay::close);
  }

  synchronized void mend() {
    stopped = false;
    broken = false;
    notifyAll();
  }

  private synchronized void pass() throws InterruptedException {
    while (stopped) {
      wait();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket host = listening.accept();
        open.add(host);
        Thread.ofVirtual().start(() -> connect(host));
      } catch (IOException e) {
        // The relay was closed, or the connection failed.
      }
    }
  }

  private void connect(Socket host) {
    try {
      pass();
      if (broken) {
        throw new IOException("The network is broken.");
      }
      Socket to = new Socket(InetAddress.getLoopbackAddress(), coordinator);
      open.add(to);
      if (broken) {
        end(to);
      }
      host.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> pump(host, to));
      pump(to, host);
    } catch (IOException e) {
      end(host);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] block = new byte[BLOCK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        pass();
        out.write(block, 0, read);
      }
    } catch (IOException e) {
      // One end is closed; the other is closed below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(from);
      end(to);
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is discarded anyway.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    breakAll();
    mend();
  }
}
