package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Protocol;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.protocol.Wire;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerMainIT {

  @TempDir Path folder;

  @Test
  void main_coordinatorGoneDuringAnEndlessLoop_endsAndLeavesNoFiles()
      throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    var fixture = new WorkerFixture(folder);
    var hang = WorkerFixture.with("hang");
    var binary = fixture.compile(hang);
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path socket = temporary.resolve("socket");
    Process process;
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      process = spawn(fixture.launch(), socket, temporary);
      try (var wire = new Wire(server.accept())) {
        assertThat(wire.receive(Reply.class))
            .contains(new Reply.Hello(Protocol.VERSION, process.pid()));
        DeviceJob job = fixture.deviceJob(Duration.ofSeconds(30));
        wire.send(Request.class, new Request.OpenDevice(job));
        wire.send(Request.class, new Request.Evaluate(EvaluationRequest.of(hang, binary)));
        Reply reply = wire.receive(Reply.class).orElseThrow();
        while (!(reply instanceof Reply.Progress(String stage, String _, int _)
            && stage.equals("verification"))) {
          reply = wire.receive(Reply.class).orElseThrow();
        }
      }
    }

    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(temporary).doesNotExist();
    assertThat(folder.resolve("cache")).exists();
  }

  private static Process spawn(LaunchSpec launch, Path socket, Path temporary) throws IOException {
    List<String> command = new ArrayList<>(List.of(launch.java().toString()));
    command.addAll(launch.jvmFlags());
    command.addAll(
        List.of(
            "-cp",
            launch.classPath(),
            WorkerMain.class.getName(),
            socket.toString(),
            temporary.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
