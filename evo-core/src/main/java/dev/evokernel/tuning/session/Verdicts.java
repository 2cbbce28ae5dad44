package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.render.JsonRenderer;
import org.jspecify.annotations.Nullable;

/** Contents of a notification, as JSON. */
final class Verdicts {

  private Verdicts() {}

  /**
   * Describes one run.
   *
   * @param event {@code finished}, or {@code attention} if the run stopped and needs a person
   * @param message why the run stopped; empty for a finished run
   */
  static Map<String, @Nullable Object> of(
      RunState state, String event, String message, Path results) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    Conclusion conclusion = Conclusion.of(state.overview().history());
    json.put("event", event);
    json.put("verdict", conclusion.headline());
    json.put("basis", conclusion.basis().label());
    json.put("message", message.isEmpty() ? null : message);
    json.putAll(RunList.json(state));
    json.put("command", Launcher.anywhere("show " + state.run().id(), results));
    return json;
  }

  static Map<String, @Nullable Object> of(
      String night, String event, List<Map<String, @Nullable Object>> jobs, Path page) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("event", event);
    json.put("night", night);
    json.put("jobs", jobs);
    json.put("report", page.toString());
    return json;
  }

  static String text(Map<String, @Nullable Object> json) {
    return JsonRenderer.compact(json) + "\n";
  }
}
