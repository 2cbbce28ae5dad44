package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Notify;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;

/**
 * Notification of a command and a webhook. A failure is one line of news and does not affect the
 * run; each channel has a time limit.
 */
final class Notification {

  private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);
  private static final Duration WEBHOOK_LIMIT = Duration.ofSeconds(10);

  private Notification() {}

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

  static void send(Notify notify, Map<String, @Nullable Object> content, Consumer<String> news) {
    String json = JsonRenderer.compact(content) + "\n";
    if (!notify.command().isEmpty()) {
      run(notify, json, news);
    }
    notify.webhook().ifPresent(address -> post(address, json, news));
  }

  private static void run(Notify notify, String json, Consumer<String> news) {
    String program = notify.command().getFirst();
    try {
      Process process =
          new ProcessBuilder(notify.command())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      write(process, json);
      if (!process.waitFor(COMMAND_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        failed(
            "command '" + program + "'",
            "no exit within " + COMMAND_LIMIT.toSeconds() + " s",
            news);
      } else if (process.exitValue() != 0) {
        failed("command '" + program + "'", "exit code " + process.exitValue(), news);
      }
    } catch (IOException e) {
      failed("command '" + program + "'", String.valueOf(e.getMessage()), news);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(Process process, String json) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The command closed its standard input; the exit code tells if that is a failure.
    }
  }

  private static void post(String address, String json, Consumer<String> news) {
    try {
      var connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
      connection.setConnectTimeout(Math.toIntExact(WEBHOOK_LIMIT.toMillis()));
      connection.setReadTimeout(Math.toIntExact(WEBHOOK_LIMIT.toMillis()));
      connection.setInstanceFollowRedirects(false);
      connection.setRequestMethod("POST");
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setDoOutput(true);
      try (OutputStream body = connection.getOutputStream()) {
        body.write(json.getBytes(StandardCharsets.UTF_8));
      }
      int code = connection.getResponseCode();
      connection.disconnect();
      if (code >= HttpURLConnection.HTTP_MULT_CHOICE) {
        failed("webhook " + address, "HTTP status " + code, news);
      }
    } catch (IOException | IllegalArgumentException e) {
      failed("webhook " + address, String.valueOf(e.getMessage()), news);
    }
  }

  private static void failed(String what, String why, Consumer<String> news) {
    news.accept("note: notify: the " + what + " failed: " + why + ".");
  }
}
