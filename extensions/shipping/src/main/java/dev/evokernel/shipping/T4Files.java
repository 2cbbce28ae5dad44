package dev.evokernel.shipping;

import dev.evokernel.cli.ResultFormat;
import dev.evokernel.report.T4Results;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.AtomicFile.Content;
import java.util.Map;

/** Format T4 of the auto-tuning community. */
public final class T4Files implements ResultFormat {

  @Override
  public String name() {
    return "t4";
  }

  @Override
  public Map<String, Content> files(RunHistory history) {
    return T4Results.files(history);
  }
}
