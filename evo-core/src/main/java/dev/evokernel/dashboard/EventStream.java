package dev.evokernel.dashboard;

import dev.evokernel.report.render.Html;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Server-sent events to one page. Written by one thread; another may ask for how long a write has
 * been waiting for the client.
 */
final class EventStream {

  private final OutputStream out;
  private final Map<String, String> sent = new HashMap<>();
  private volatile long waitingSince;

  EventStream(OutputStream out) {
    this.out = out;
  }

  /** Since when a write waits for the client, in nanoseconds; 0 while none does. */
  long waitingSince() {
    return waitingSince;
  }

  /** Tells the browser how soon to come back after the connection is lost. */
  void begin() throws IOException {
    write("retry: 3000\n\n");
  }

  /** Sends those that changed since they were sent last. */
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
   * @param id that a browser names when it comes back; empty for none
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

  /** Shows whether the client is still there. */
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
