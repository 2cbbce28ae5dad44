package dev.evokernel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.ExampleRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a real browser makes of the pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DashboardPageIT {

  /** Whether anything was drawn on the canvas of each chart that has a place. */
  private static final String DRAWN =
      """
      [...document.querySelectorAll('.chart')].filter(one => one.clientWidth > 0).map(one => {
        const canvas = one.querySelector('canvas');
        if (!canvas) return one.id + ' is empty';
        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels.some(value => value !== 0) ? 'drawn' : one.id + ' is blank';
      })
      """;

  private static final String TOO_WIDE =
      "document.documentElement.scrollWidth > document.documentElement.clientWidth";

  private Chromium browser;
  private ExampleResults results;
  private Dashboard dashboard;

  @BeforeAll
  void startBrowser() throws IOException, InterruptedException {
    browser = Chromium.start();
  }

  @AfterAll
  void closeBrowser() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void serve(@TempDir Path folder) throws InterruptedException {
    results = ExampleResults.in(folder);
    dashboard =
        Dashboard.start(
            new DashboardSettings(
                folder,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of("0123456789abcdefghij"),
                Optional.empty(),
                Set.of()));
    browser.looksLike(1200, 900, false);
    browser.open(dashboard.address());
  }

  @AfterEach
  void close() {
    dashboard.close();
    results.close();
  }

  private void openRun(String run) throws InterruptedException {
    browser.open("http://127.0.0.1:" + dashboard.port() + "/run/" + run + "/");
    browser.until("document.documentElement.dataset.report");
  }

  private void assertEveryChartIsDrawn(int fewest) throws InterruptedException {
    var drawn = browser.value(DRAWN);
    assertThat(drawn).hasSizeGreaterThanOrEqualTo(fewest);
    drawn.forEach(one -> assertThat(one.asString()).isEqualTo("drawn"));
  }

  @Test
  void list_aRunGoesOnAndIsKilled_saysSoWithoutBeingLoadedAgain() throws InterruptedException {
    assertThat(browser.text("location.search")).isEmpty();
    browser.value("window.untouched = true");
    browser.until("document.getElementById('link').textContent === 'live'");
    results.measured(32, 4.5);
    browser.until("document.querySelector('.card .best').textContent.includes('2.000×')");
    results.rejected("off by 3");
    browser.until("document.querySelector('.card').textContent.includes('wrong-result on small')");
    results.kill();
    browser.until("document.querySelector('.pill.killed') !== null");
    browser.until("document.title.startsWith('No active run')");
    assertThat(browser.value("window.untouched === true").asBoolean()).isTrue();
  }

  @Test
  void run_thatGoesOn_drawsNewEvaluationsAndThenThatItWasKilled() throws InterruptedException {
    openRun(ExampleResults.RUNNING);
    assertEveryChartIsDrawn(1);
    assertThat(browser.value("evoPage.size()").asInt()).isEqualTo(1);
    results.measured(32, 3);
    results.rejected("off by 3");
    results.measured(32, 2.5);
    browser.until("evoPage.size() === 4");
    browser.until("document.getElementById('tiles').textContent.includes('3.600×')");
    browser.until("document.getElementById('rejections').textContent.includes('off by 3')");
    assertThat(browser.value(TOO_WIDE).asBoolean()).isFalse();
    results.kill();
    browser.until("document.querySelector('.stopped') !== null");
    assertThat(browser.text("document.querySelector('.stopped pre').textContent"))
        .contains("run --resume " + ExampleResults.RUNNING);
  }

  @Test
  void run_thatIsFinished_hasEveryChartOfItsReportInBothThemesAndOnAPhone()
      throws InterruptedException {
    openRun(ExampleRun.ID);
    assertEveryChartIsDrawn(3);
    assertThat(browser.text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(250, 250, 248)");
    browser.looksLike(390, 844, true);
    browser.open("http://127.0.0.1:" + dashboard.port() + "/run/" + ExampleRun.ID + "/");
    browser.until("document.documentElement.dataset.report");
    assertEveryChartIsDrawn(3);
    assertThat(browser.text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(19, 22, 26)");
    assertThat(browser.value(TOO_WIDE).asBoolean()).isFalse();
  }

  @Test
  void page_whoseServerIsGone_saysSo() throws InterruptedException {
    browser.until("document.getElementById('link').textContent === 'live'");
    dashboard.close();
    browser.until("document.getElementById('link').textContent.startsWith('disconnected since')");
  }
}
