package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.report.render.Html;

/**
 * Stream of server-sent events to one page. One thread writes; any thread can read {@link
 * #waitingSince}.
 */
final class EventStream {

  private final OutputStream out;
  private final Map<String, String> sent = new HashMap<>();
  private volatile long waitingSince;

  EventStream(OutputStream out) {
    this.out = out;
  }

  /** Start of the pending write in nanoseconds; 0 if no write is pending. */
  long waitingSince() {
    return waitingSince;
  }

  /** Sends the browser's delay before it reconnects. */
  void begin() throws IOException {
    write("retry: 3000\n\n");
  }

  void parts(Map<String, String> parts) throws IOException {
    var changed = new LinkedHashMap<String, String>();
    parts.forEach(
        (place, html) -> {
          if (!html.equals(sent.put(place, html))) {
            changed.put(place, html);
          }
        });
    if (!changed.isEmpty()) {
      send("parts", "", changed);
    }
  }

  /**
   * Sends one event.
   *
   * @param id event id that the browser repeats when it reconnects; can be empty
   * @param data written as JSON, on one line
   */
  void send(String event, String id, Object data) throws IOException {
    write(
        (id.isEmpty() ? "" : "id: " + id + "\n")
            + "event: "
            + event
            + "\ndata: "
            + Html.json(data)
            + "\n\n");
  }

  /** Sends a comment, which fails if the client is gone. */
  void comment() throws IOException {
    write(":\n\n");
  }

  private void write(String text) throws IOException {
    waitingSince = System.nanoTime();
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } finally {
      waitingSince = 0;
    }
  }

  /** Streams of the open pages, limited in number and in the time of a pending write. */
  static final class OpenStreams {

    private static final int MOST = 24;
    private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

    private final Map<Thread, EventStream> open = new ConcurrentHashMap<>();

    /** Registers the current thread's stream; false if the limit is reached. */
    synchronized boolean add(EventStream stream) {
      if (open.size() >= MOST) {
        return false;
      }
      open.put(Thread.currentThread(), stream);
      return true;
    }

    void remove() {
      open.remove(Thread.currentThread());
    }

    /** Closes streams whose client does not read, by an interrupt. */
    void endOverdue() {
      long now = System.nanoTime();
      open.forEach(
          (thread, stream) -> {
            long since = stream.waitingSince();
            if (since != 0 && now - since > PATIENCE) {
              thread.interrupt();
            }
          });
    }
  }
}
