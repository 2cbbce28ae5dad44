package dev.evokernel.shipping.format;

import dev.evokernel.cli.extension.ResultFormat;
import dev.evokernel.report.T4Results;
import dev.evokernel.report.text.AtomicFile.Content;
import dev.evokernel.store.query.RunHistory;
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
