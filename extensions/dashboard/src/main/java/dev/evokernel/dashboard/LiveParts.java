package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.Block;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.DeviceFacts;
import dev.evokernel.report.Html;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.report.Table;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LiveRun.RunActivity;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.NightSession.NightLog;

/** Changing parts of a page, as HTML by the id of their element. */
record LiveParts(Snapshot snapshot, ZoneId zone) {

  private static final int MESSAGE = 160;

  private static final String BEGINNING =
      "The run starts its workers, compiles the default and computes the reference's results. The"
          + " first evaluation follows.";

  SequencedMap<String, String> list() {
    var parts = new LinkedHashMap<String, String>();
    List<RunState> running = snapshot.running();
    String headline = headline(running.size());
    parts.put("title", headline + " – evo");
    parts.put("headline", Html.escaped(headline));
    parts.put("problem", snapshot.problem().map(Html::escaped).orElse(""));
    parts.put("running", running.stream().map(this::card).collect(Collectors.joining()));
    parts.put("nights", nights());
    parts.put("runs", table());
    return parts;
  }

  private String headline(int running) {
    if (snapshot.problem().isPresent()) {
      return "Nothing to show";
    }
    return switch (running) {
      case 0 -> "No active run";
      case 1 -> "1 active run";
      default -> running + " active runs";
    };
  }

  SequencedMap<String, String> run(RunState state) {
    var parts = new LinkedHashMap<String, String>();
    Optional<RunActivity> activity = Optional.ofNullable(snapshot.activity().get(state.run().id()));
    parts.put("title", title(state));
    parts.put("problem", snapshot.problem().map(Html::escaped).orElse(""));
    parts.put("headline", Html.escaped(state.conclusion().headline()));
    parts.put("state", state(state));
    if (state.status() == RunStatus.RUNNING) {
      parts.put("tiles", tiles(state));
      parts.put("device", activity.map(now -> deviceNow(state, now)).orElse(""));
      parts.put("flight", activity.map(LiveParts::flight).orElse(""));
      parts.put("rejections", activity.map(LiveParts::rejections).orElse(""));
    }
    return parts;
  }

  private static String title(RunState state) {
    StoredRun run = state.run();
    OptionalDouble share = share(state);
    return "%s%s %s – evo"
        .formatted(
            state.status() == RunStatus.RUNNING && share.isPresent()
                ? Math.round(100 * share.getAsDouble()) + " % "
                : "",
            run.subject().kernel(),
            state.status().label());
  }

  private String state(RunState state) {
    return "%s since %s".formatted(pill(state.status().label()), Units.minute(state.since(), zone));
  }

  private static String pill(String label) {
    return "<span class=\"pill %1$s\">%1$s</span>".formatted(label);
  }

  private static String link(String run, String text) {
    return "<a href=\"run/%s/\">%s</a>".formatted(Html.escaped(run), Html.escaped(text));
  }

  private String card(RunState state) {
    StoredRun run = state.run();
    Optional<RunActivity> activity = Optional.ofNullable(snapshot.activity().get(run.id()));
    String now = activity.map(known -> begun(known, () -> deviceNow(state, known))).orElse("");
    String rejected =
        activity.stream()
            .flatMap(known -> known.rejected().stream())
            .findFirst()
            .map(candidate -> "Last rejected: " + Html.escaped(rejection(candidate)))
            .orElse("");
    return """
        <article class="card">
        <p class="top">%s %s <span class="sub">on %s</span></p>
        <p class="best">%s</p>
        %s%s%s%s</article>
        """
        .formatted(
            pill(state.status().label()),
            link(run.id(), run.subject().kernel()),
            Html.escaped(run.provenance().device().model()),
            best(state),
            bar(state),
            sub(Html.escaped(progress(state))),
            sub(now),
            sub(rejected));
  }

  private static String sub(String html) {
    return html.isEmpty() ? "" : "<p class=\"sub\">" + html + "</p>\n";
  }

  private static String best(RunState state) {
    return state
        .conclusion()
        .shown()
        .map(
            best ->
                "%s <small>the default's speed, %s</small>"
                    .formatted(figure(best), Html.escaped(holder(best, state.conclusion()))))
        .orElse("– <small>nothing measured yet</small>");
  }

  private static String figure(Conclusion.Best best) {
    return best.toString().replaceFirst(" .*", "");
  }

  /** Spent share of the budget: the larger of the shares of time and evaluations. */
  private static OptionalDouble share(RunState state) {
    double time =
        state.wall().map(wall -> (double) state.spent().toMillis() / wall.toMillis()).orElse(-1.0);
    double count =
        state.limit().map(most -> (double) state.evaluations() / Math.max(1, most)).orElse(-1.0);
    double share = Math.max(time, count);
    return share < 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, share));
  }

  private static String bar(RunState state) {
    OptionalDouble share = share(state);
    return share.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "<progress max=\"1\" value=\"%.4f\" aria-label=\"of the budget\"></progress>%n",
            share.getAsDouble());
  }

  private String progress(RunState state) {
    String left = RunList.left(state);
    var words = new ArrayList<String>();
    words.add(left.isEmpty() ? "no limit" : left + " left");
    words.add(count(state.evaluations()) + " evaluated");
    words.add(count(state.rejected()) + " rejected");
    Optional.ofNullable(snapshot.activity().get(state.run().id()))
        .ifPresent(activity -> words.add(activity.inFlight().size() + " in flight"));
    return String.join(" · ", words);
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private String tiles(RunState state) {
    Optional<Conclusion.Best> best = state.conclusion().shown();
    OptionalDouble share = share(state);
    String left = RunList.left(state);
    return Html.blocks(
            List.of(
                new Block.Answers(
                    List.of(
                        tile(
                            "Best so far",
                            best.map(LiveParts::figure).orElse("–"),
                            best.map(one -> holder(one, state.conclusion()))
                                .orElse("nothing measured yet")),
                        tile(
                            "Budget spent",
                            share.isEmpty()
                                ? "no limit"
                                : Math.round(100 * share.getAsDouble()) + " %",
                            Units.clock(state.spent())
                                + (left.isEmpty() ? "" : ", " + left + " left")),
                        tile(
                            "Evaluated",
                            count(state.evaluations()),
                            state.limit().map(most -> "of " + count(most)).orElse("")),
                        tile("Rejected", count(state.rejected()), outcomes(state))))))
        + bar(state);
  }

  private static String holder(Conclusion.Best best, Conclusion conclusion) {
    return (best.toString().replaceFirst("^\\S+ ", "") + ", " + conclusion.standing())
        .replaceFirst(", $", "");
  }

  private static String outcomes(RunState state) {
    return state.overview().outcomes().entrySet().stream()
        .filter(outcome -> !outcome.getKey().equals("measured"))
        .filter(outcome -> !outcome.getKey().equals(Candidate.ATTEMPTING))
        .limit(3)
        .map(outcome -> outcome.getValue() + " " + outcome.getKey())
        .collect(Collectors.joining(", "));
  }

  private static Block.Answer tile(String question, String gist, String more) {
    return new Block.Answer(question, "plain", gist, List.of(more));
  }

  private String deviceNow(RunState state, RunActivity activity) {
    String latest =
        activity
            .measured()
            .flatMap(Candidate::measured)
            .map(measured -> measured.measurements().getLast())
            .map(Measurement::device)
            .map(DeviceFacts::of)
            .filter(text -> !text.isEmpty())
            .orElse("no readings");
    var checks = state.overview().history().flags().driftChecks();
    String drift =
        checks.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                "; last drift check %.3f× its level%s",
                checks.getLast().ratio(),
                checks.getLast().sound() ? "" : ", outside the margin");
    return Html.escaped("Device: " + latest + drift);
  }

  /** A text about a run whose first evaluation has begun. */
  private static String begun(RunActivity activity, Supplier<String> text) {
    boolean isBegun =
        !activity.inFlight().isEmpty()
            || !activity.rejected().isEmpty()
            || activity.measured().isPresent();
    return isBegun ? text.get() : BEGINNING;
  }

  private static String flight(RunActivity activity) {
    return activity.inFlight().isEmpty()
        ? sub(begun(activity, () -> "No candidate is being evaluated."))
        : Html.blocks(
            List.of(
                new Table.Columns<Candidate>()
                    .quantity("in flight", Candidate::number)
                    .text("origin", candidate -> candidate.proposal().origin())
                    .text("configuration", Candidate::configuration)
                    .rows(activity.inFlight().stream().limit(4).toList())));
  }

  private static String rejections(RunActivity activity) {
    return activity.rejected().isEmpty()
        ? sub("No candidate has been rejected.")
        : Html.blocks(
            List.of(
                new Table.Columns<Candidate>()
                    .quantity("candidate", Candidate::number)
                    .text(
                        "reason",
                        candidate -> candidate.rejected().map(why -> why.reason().label()))
                    .text("on", candidate -> candidate.rejected().map(Rejected::shape))
                    .text(
                        "message", candidate -> candidate.rejected().map(why -> cut(why.message())))
                    .rows(activity.rejected())));
  }

  private static String rejection(Candidate candidate) {
    return candidate
        .rejected()
        .map(
            why ->
                "%d, %s%s: %s"
                    .formatted(
                        candidate.number(),
                        why.reason().label(),
                        why.shape().isEmpty() ? "" : " on " + why.shape(),
                        cut(why.message())))
        .orElse("");
  }

  private static String cut(String message) {
    String line = message.lines().findFirst().orElse("");
    return line.length() > MESSAGE ? line.substring(0, MESSAGE) + "…" : line;
  }

  private String table() {
    return snapshot.states().isEmpty()
        ? ""
        : Html.table(
            new RunList(snapshot.states(), zone).table(),
            (column, text) ->
                switch (column.heading()) {
                  case "run" -> link(text, text);
                  case "state" -> pill(text);
                  case "evaluated" -> count(Long.parseLong(text));
                  default -> Html.escaped(text);
                });
  }

  private String nights() {
    return snapshot.nights().entrySet().stream()
        .map(
            night ->
                "<h2>Night %s</h2>\n<ol class=\"jobs\">\n%s</ol>\n"
                    .formatted(
                        Html.escaped(night.getKey()),
                        night.getValue().jobs().stream()
                            .map(this::night)
                            .collect(Collectors.joining())))
        .collect(Collectors.joining());
  }

  private String night(NightLog.Entry job) {
    String run = job.run();
    return "<li>%s %s%s</li>\n"
        .formatted(
            run == null || snapshot.state(run).isEmpty()
                ? Html.escaped(job.job())
                : link(run, job.job()),
            pill(kind(job)),
            job.failure().isEmpty()
                ? ""
                : " <span class=\"sub\">" + Html.escaped(job.failure()) + "</span>");
  }

  private String kind(NightLog.Entry job) {
    String run = job.run();
    if (job.done()) {
      return "finished";
    }
    if (!job.failure().isEmpty()) {
      return "failed";
    }
    return run == null
        ? "waiting"
        : snapshot.state(run).map(RunState::status).map(RunStatus::label).orElse("waiting");
  }
}
