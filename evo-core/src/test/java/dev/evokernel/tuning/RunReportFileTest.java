package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.ExampleRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunReportFileTest {

  @TempDir Path results;
  private final List<String> news = new ArrayList<>();
  private Path page = Path.of("");

  @BeforeEach
  void place() throws IOException {
    page = Files.createDirectories(results.resolve(ExampleRun.ID)).resolve("report.html");
  }

  @Test
  void writeAtEnd_finishedRun_leavesItsPage() {
    RunReportFile.writeAtEnd(ExampleRun.history(), results, news::add);
    assertThat(page).content().contains("What is the speed-up?");
    assertThat(news).isEmpty();
  }

  @Test
  void writeAtEnd_stoppedRun_takesNoTime() {
    RunReportFile.writeAtEnd(ExampleRun.interrupted(), results, news::add);
    assertThat(page).doesNotExist();
    assertThat(news).isEmpty();
  }

  @Test
  void writeAtEnd_pageCannotBeWritten_costsTheRunNothing() throws IOException {
    Files.createDirectories(page.resolve("occupied"));
    RunReportFile.writeAtEnd(ExampleRun.history(), results, news::add);
    assertThat(news)
        .singleElement()
        .asString()
        .startsWith("note: no page was written: " + page + " cannot be written: ")
        .contains("Write the page: ", "evo report " + ExampleRun.ID);
  }
}
