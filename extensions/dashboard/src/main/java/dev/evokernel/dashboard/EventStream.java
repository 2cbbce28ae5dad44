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
}
