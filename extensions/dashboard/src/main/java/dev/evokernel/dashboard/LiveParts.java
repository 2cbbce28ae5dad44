package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.DeviceFacts;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Html;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.query.LiveRun.RunActivity;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.session.NightLog;

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
    return "%s since %s".formatted(pill(state), Units.minute(state.since(), zone));
  }

  static String pill(RunState state) {
    String label = state.status().label();
    return "<span class=\"pill %s\">%s</span>".formatted(label, label);
  }

  private static String href(StoredRun run) {
    return "run/" + Html.escaped(run.id()) + "/";
  }

  private String card(RunState state) {
    StoredRun run = state.run();
    var html = new StringBuilder();
    html.append("<article class=\"card\">\n<p class=\"top\">").append(pill(state));
    html.append(" <a href=\"").append(href(run)).append("\">");
    html.append(Html.escaped(run.subject().kernel())).append("</a> <span class=\"sub\">on ");
    html.append(Html.escaped(run.provenance().device().model())).append("</span></p>\n");
    html.append("<p class=\"best\">").append(best(state)).append("</p>\n");
    html.append(bar(state));
    html.append("<p class=\"sub\">").append(Html.escaped(progress(state))).append("</p>\n");
    Optional.ofNullable(snapshot.activity().get(run.id()))
        .ifPresent(
            activity -> {
              html.append("<p class=\"sub\">")
                  .append(isBegun(activity) ? deviceNow(state, activity) : BEGINNING)
                  .append("</p>\n");
              activity.rejected().stream()
                  .findFirst()
                  .ifPresent(
                      rejected ->
                          html.append("<p class=\"sub\">Last rejected: ")
                              .append(Html.escaped(rejection(rejected)))
                              .append("</p>\n"));
            });
    return html.append("</article>\n").toString();
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
        state.limit().isPresent()
            ? (double) state.evaluations() / Math.max(1, state.limit().getAsLong())
            : -1;
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
                            state.limit().isPresent()
                                ? "of " + count(state.limit().getAsLong())
                                : ""),
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

  /** Whether an evaluation has begun. */
  private static boolean isBegun(RunActivity activity) {
    return !activity.inFlight().isEmpty()
        || !activity.rejected().isEmpty()
        || activity.measured().isPresent();
  }

  private static String flight(RunActivity activity) {
    if (activity.inFlight().isEmpty()) {
      return "<p class=\"sub\">%s</p>"
          .formatted(isBegun(activity) ? "No candidate is being evaluated." : BEGINNING);
    }
    return Html.blocks(
        List.of(
            new Table.Columns<Candidate>()
                .quantity("in flight", Candidate::number)
                .text("origin", candidate -> candidate.proposal().origin())
                .text("configuration", Candidate::configuration)
                .rows(activity.inFlight().stream().limit(4).toList())));
  }

  private static String rejections(RunActivity activity) {
    if (activity.rejected().isEmpty()) {
      return "<p class=\"sub\">No candidate has been rejected.</p>";
    }
    return Html.blocks(
        List.of(
            new Table.Columns<Candidate>()
                .quantity("candidate", Candidate::number)
                .text("reason", candidate -> why(candidate).map(why -> why.reason().label()))
                .text("on", candidate -> why(candidate).map(Rejected::shape))
                .text("message", candidate -> why(candidate).map(why -> cut(why.message())))
                .rows(activity.rejected())));
  }

  private static Optional<Rejected> why(Candidate candidate) {
    return candidate
        .evaluation()
        .map(Evaluation::outcome)
        .filter(Rejected.class::isInstance)
        .map(Rejected.class::cast);
  }

  private static String rejection(Candidate candidate) {
    return why(candidate)
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
    if (snapshot.states().isEmpty()) {
      return "";
    }
    var html =
        new StringBuilder(
            "<div class=\"scroll\" tabindex=\"0\"><table class=\"runs\">\n<thead><tr>");
    for (String heading : List.of("run", "state", "since", "left", "best", "device")) {
      html.append("<th scope=\"col\">").append(heading).append("</th>");
    }
    html.append(
        "<th scope=\"col\" class=\"quantity\">evaluated</th><th scope=\"col\" class=\"quantity\">on"
            + " disk</th></tr></thead>\n<tbody>\n");
    snapshot.states().forEach(state -> html.append(row(state)));
    return html.append("</tbody></table></div>\n").toString();
  }

  private String row(RunState state) {
    StoredRun run = state.run();
    return "<tr><th scope=\"row\"><a href=\"%s\">%s</a></th><td>%s</td><td>%s</td><td class=\"left\">%s</td><td>%s</td><td>%s</td><td class=\"quantity evaluated\">%s</td><td class=\"quantity\">%s</td></tr>\n"
        .formatted(
            href(run),
            Html.escaped(run.id()),
            pill(state),
            Html.escaped(Units.minute(state.since(), zone)),
            Html.escaped(RunList.left(state)),
            Html.escaped(RunList.best(state)),
            Html.escaped(run.provenance().device().model()),
            count(state.evaluations()),
            Html.escaped(Units.bytes(state.bytes())));
  }

  /** Jobs of unfinished nights. */
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
    String name = Html.escaped(job.job());
    String shown =
        run == null || snapshot.state(run).isEmpty()
            ? name
            : "<a href=\"run/%s/\">%s</a>".formatted(Html.escaped(run), name);
    return "<li>%s <span class=\"pill %s\">%s</span>%s</li>\n"
        .formatted(
            shown,
            kind(job),
            kind(job),
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
