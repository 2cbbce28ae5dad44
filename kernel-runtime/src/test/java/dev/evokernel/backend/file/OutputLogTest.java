package dev.evokernel.backend.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLogTest {

  @TempDir Path folder;

  @Test
  void drain_always_writesTheFileAndKeepsTheLastLine() throws InterruptedException {
    Path file = folder.resolve("worker.log");

    assertThat(log("one\ntwo\n", file).lastLine()).isEqualTo("two");
    assertThat(file).content().isEqualTo("one\ntwo\n");
  }

  @Test
  void lastLine_behindASeparator_isNeverOfAnEarlierRequest() throws InterruptedException {
    Path file = folder.resolve("worker.log");

    assertThat(log("first\n\u001e", file).lastLine()).isEmpty();
    assertThat(log("first\n\u001esecond\n", file).lastLine()).isEqualTo("second");
  }

  @Test
  void drain_fileThatCannotBeWritten_goesOnAllTheSame() throws InterruptedException {
    assertThat(log("one\ntwo\n", folder.resolve("nowhere/worker.log")).lastLine()).isEqualTo("two");
  }

  private static OutputLog log(String printed, Path file) {
    return new OutputLog(new ByteArrayInputStream(printed.getBytes(StandardCharsets.UTF_8)), file);
  }
}
