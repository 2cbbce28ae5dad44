package dev.evokernel.dashboard;

import dev.evokernel.report.RunState;
import dev.evokernel.report.render.Html;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.tuning.session.NightLog;
import java.util.stream.Collectors;

/** Lists the jobs of unfinished nights as HTML. */
final class NightParts {

  private NightParts() {}

  static String of(Look look) {
    return look.nights().entrySet().stream()
        .map(
            night ->
                "<h2>Night %s</h2>\n<ol class=\"jobs\">\n%s</ol>\n"
                    .formatted(
                        Html.escaped(night.getKey()),
                        night.getValue().jobs().stream()
                            .map(job -> item(look, job))
                            .collect(Collectors.joining())))
        .collect(Collectors.joining());
  }

  private static String item(Look look, NightLog.Entry job) {
    String run = job.run();
    String name = Html.escaped(job.job());
    String shown =
        run == null || look.state(run).isEmpty()
            ? name
            : "<a href=\"run/%s/\">%s</a>".formatted(Html.escaped(run), name);
    return "<li>%s <span class=\"pill %s\">%s</span>%s</li>\n"
        .formatted(
            shown,
            kind(look, job),
            kind(look, job),
            job.failure().isEmpty()
                ? ""
                : " <span class=\"sub\">" + Html.escaped(job.failure()) + "</span>");
  }

  private static String kind(Look look, NightLog.Entry job) {
    String run = job.run();
    if (job.done()) {
      return "finished";
    }
    if (!job.failure().isEmpty()) {
      return "failed";
    }
    return run == null
        ? "waiting"
        : look.state(run).map(RunState::status).map(RunStatus::label).orElse("waiting");
  }
}
