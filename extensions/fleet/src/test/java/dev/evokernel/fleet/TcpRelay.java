package dev.evokernel.fleet;

import module java.base;

/** A network between workers and a coordinator that can be cut and mended. */
public final class TcpRelay implements AutoCloseable {

  private final ServerSocket server;
  private final int target;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Socket> sockets = new ArrayList<>();
  private boolean held;
  private long toWorkers;

  /**
   * @param target the coordinator's port
   */
  public TcpRelay(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket worker = server.accept();
        Socket coordinator = new Socket(InetAddress.getLoopbackAddress(), target);
        synchronized (this) {
          sockets.addAll(List.of(worker, coordinator));
        }
        threads.execute(() -> forward(worker, coordinator, false));
        threads.execute(() -> forward(coordinator, worker, true));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void forward(Socket from, Socket to, boolean toWorker) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        pass(toWorker ? count : 0);
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      // One side is gone; now the other is, too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void pass(int bytes) throws InterruptedException {
    while (held) {
      wait();
    }
    toWorkers += bytes;
    notifyAll();
  }

  /** How many bytes went to workers so far. */
  public synchronized long toWorkers() {
    return toWorkers;
  }

  /** Waits until this many have. */
  public synchronized void await(long bytes) throws InterruptedException {
    while (toWorkers < bytes) {
      wait();
    }
  }

  /** From now on nothing arrives; no side is told. */
  public synchronized void hold() {
    held = true;
  }

  /** What was held arrives. */
  public synchronized void goOn() {
    held = false;
    notifyAll();
  }

  /** Every connection breaks; new ones may come. */
  public synchronized void breakAll() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
    breakAll();
  }
}
