package dev.evokernel.dashboard;

import dev.evokernel.report.RunState;
import dev.evokernel.store.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * Tells one page what changes, look by look, until its client goes or the server closes.
 *
 * @param quiet after so long without a look something is sent all the same, which finds out whether
 *     the client is still there
 */
record Following(Board board, ReportDesk desk, ZoneId zone, Duration quiet) {

  /**
   * @param state of the run whose page it is; empty for the list of runs
   * @param has how many of the run's evaluations the page has
   */
  void write(EventStream stream, Optional<RunState> state, int has)
      throws IOException, InterruptedException {
    if (state.isEmpty()) {
      list(stream);
    } else if (state.get().status() == RunStatus.RUNNING) {
      FollowedRun followed = board.follow(state.get().run());
      try {
        run(stream, state.get(), Optional.of(followed), has);
      } finally {
        board.unfollow(state.get().run().id());
      }
    } else {
      run(stream, state.get(), Optional.empty(), has);
    }
  }

  private void list(EventStream stream) throws IOException, InterruptedException {
    long seen = 0;
    while (!board.isClosed()) {
      Optional<Look> look = board.next(seen, quiet);
      if (look.isPresent()) {
        seen = look.get().number();
        stream.parts(new LiveParts(look.get(), zone).list());
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
    while (!board.isClosed()) {
      Optional<Look> look = board.next(seen, quiet);
      if (look.isEmpty()) {
        stream.comment();
        continue;
      }
      seen = look.get().number();
      Optional<RunState> now = look.get().state(begun.run().id());
      if (now.isEmpty()) {
        stream.parts(Map.of("problem", look.get().problem().orElse("The run is gone.")));
        continue;
      }
      if (now.get().status() != begun.status()) {
        stream.send("again", "", now.get().status().label());
        return;
      }
      stream.parts(new LiveParts(look.get(), zone).run(now.get()));
      if (followed.isPresent() && followed.get().isRead()) {
        sent = evaluations(stream, followed.get(), sent);
        if (desk.hasNewer(now.get(), told)) {
          told = now.get().evaluations();
          stream.send("report", "", told);
        }
      }
    }
  }

  private static int evaluations(EventStream stream, FollowedRun followed, int sent)
      throws IOException {
    FollowedRun.Excerpt news = followed.since(sent);
    int now = news.from() + news.speed().size();
    if (now != sent) {
      stream.send("evaluations", Integer.toString(now), news);
    }
    return now;
  }
}
