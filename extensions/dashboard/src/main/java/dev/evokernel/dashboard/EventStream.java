package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.dashboard.StorePoller.FollowedRun;
import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.report.Html;
import dev.evokernel.report.RunState;
import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.RunStatus;

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

  /**
   * Sends changes to one page after each snapshot, until the client or the server closes.
   *
   * @param quiet time without a snapshot after which a comment tests the connection
   */
  record Following(DashboardState dashboard, ReportCache cache, ZoneId zone, Duration quiet) {

    /**
     * @param state the page's run; empty for the list of runs
     * @param has number of the run's evaluations that the page has
     */
    void write(EventStream stream, Optional<RunState> state, int has)
        throws IOException, InterruptedException {
      if (state.isEmpty()) {
        list(stream);
      } else if (state.get().status() == RunStatus.RUNNING) {
        FollowedRun followed = dashboard.follow(state.get().run());
        try {
          run(stream, state.get(), Optional.of(followed), has);
        } finally {
          dashboard.unfollow(state.get().run().id());
        }
      } else {
        run(stream, state.get(), Optional.empty(), has);
      }
    }

    private void list(EventStream stream) throws IOException, InterruptedException {
      long seen = 0;
      while (!dashboard.isClosed()) {
        Optional<Snapshot> snapshot = dashboard.next(seen, quiet);
        if (snapshot.isPresent()) {
          seen = snapshot.get().number();
          stream.parts(new LiveParts(snapshot.get(), zone).list());
        } else {
          stream.comment();
        }
      }
    }

    private void run(EventStream stream, RunState begun, Optional<FollowedRun> followed, int has)
        throws IOException, InterruptedException {
      long seen = 0;
      int sent = has;
      long told = begun.evaluations();
      while (!dashboard.isClosed()) {
        Optional<Snapshot> snapshot = dashboard.next(seen, quiet);
        if (snapshot.isEmpty()) {
          stream.comment();
          continue;
        }
        seen = snapshot.get().number();
        Optional<RunState> now = snapshot.get().state(begun.run().id());
        if (now.isEmpty()) {
          stream.parts(
              Map.of("problem", snapshot.get().problem().orElse("The run no longer exists.")));
          continue;
        }
        if (now.get().status() != begun.status()) {
          stream.send("again", "", now.get().status().label());
          return;
        }
        stream.parts(new LiveParts(snapshot.get(), zone).run(now.get()));
        if (followed.isPresent() && followed.get().isRead()) {
          sent = evaluations(stream, followed.get(), sent);
          if (cache.hasNewer(now.get(), told)) {
            told = now.get().evaluations();
            stream.send("report", "", told);
          }
        }
      }
    }

    private static int evaluations(EventStream stream, FollowedRun followed, int sent)
        throws IOException {
      SearchTrace.Excerpt news = followed.since(sent);
      int now = news.end();
      if (now != sent) {
        stream.send("evaluations", Integer.toString(now), news);
      }
      return now;
    }
  }
}
