package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.dashboard.StorePoller.FollowedRun;
import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.report.RunState;
import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.RunStatus;

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
