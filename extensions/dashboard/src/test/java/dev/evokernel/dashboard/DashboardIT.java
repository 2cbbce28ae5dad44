package dev.evokernel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard beside a run of its own, in processes of their own. */
final class DashboardIT {

  private static final Pattern ADDRESS = Pattern.compile("Dashboard: (http://127.0.0.1:\\d+/)");

  @TempDir private Path folder;

  private static String get(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
          .body();
    }
  }

  /** Empty where it cannot be had. */
  private static String page(String address) {
    try {
      return get(address);
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static boolean answers(String address) {
    try {
      return !get(address).isEmpty();
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      return true; // It was ending just then.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Tag("full")
  @Test
  void run_withADashboard_servesItsPageUntilItIsKilled() throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {wall: 9h}\n");
    Map<String, String> environment = workspace.endless(folder.resolve("hung"));
    String address;
    try (ChildEvo child =
        ChildEvo.start(workspace, environment, "run", "--dashboard=127.0.0.1:0")) {
      assertThat(child.until(() -> ADDRESS.matcher(child.out()).find())).as(child.err()).isTrue();
      Matcher found = ADDRESS.matcher(child.out());
      assertThat(found.find()).as(child.out()).isTrue();
      address = found.group(1);
      assertThat(child.until(() -> page(address).contains("1 active run")))
          .as(child.out())
          .isTrue();
      Files.delete(folder.resolve("hang"));
      child.kill();
    }
    assertThat(answers(address)).isFalse();
  }

  @Test
  void dashboard_badAddress_isRefusedInOneLine() {
    Execution refused = Execution.of("dashboard", folder.toString(), "--listen", "nowhere");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--listen must be HOST:PORT");
    assertThat(Execution.of("dashboard", folder.toString(), "--token=short").err())
        .contains("at least 16 characters");
  }
}
