package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.evokernel.config.Notify;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NotificationTest {

  @TempDir private Path folder;
  private final List<String> news = new ArrayList<>();

  @Test
  void send_aWebhook_postsTheJson() throws IOException {
    var heard = new ConcurrentLinkedQueue<String>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          heard.add(
              exchange.getRequestMethod()
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().equals("/no") ? 500 : 204, -1);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      Notification.send(new Notify(List.of(), Optional.of(address + "/evo")), Map.of(), news::add);
      assertThat(heard).containsExactly("POST{}\n");
      assertThat(news).isEmpty();
      Notification.send(new Notify(List.of(), Optional.of(address + "/no")), Map.of(), news::add);
      assertThat(news).singleElement().asString().contains("webhook", "HTTP status 500");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void send_aCommand_writesTheJsonToIt() {
    Path told = folder.resolve("told");
    Notification.send(
        new Notify(List.of("sh", "-c", "cat > " + told), Optional.empty()),
        Map.of("a", 1),
        news::add);
    assertThat(told).hasContent("{\"a\":1}");
    assertThat(news).isEmpty();
  }

  @Test
  void send_whatDoesNotWork_isALineOfNews() {
    for (List<String> command : List.of(List.of("false"), List.of("/no/such/program"))) {
      Notification.send(new Notify(command, Optional.empty()), Map.of(), news::add);
    }
    Notification.send(
        new Notify(List.of(), Optional.of("http://127.0.0.1:1/evo")), Map.of(), news::add);
    assertThat(news).hasSize(3).allMatch(line -> line.startsWith("note: notify: the "));
  }
}
