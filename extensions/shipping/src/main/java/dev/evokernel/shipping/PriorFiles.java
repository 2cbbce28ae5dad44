package dev.evokernel.shipping;

import dev.evokernel.cli.ResultFormat;
import dev.evokernel.search.Prior;
import dev.evokernel.seeding.PriorFile;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Subject;
import dev.evokernel.text.AtomicFile.Content;
import java.util.List;
import java.util.Map;

/** Measurements of a run for the searches of other runs: {@code seeding: {prior: FILE}}. */
public final class PriorFiles implements ResultFormat {

  private static final int MOST_CHARACTERS = 200_000;

  @Override
  public String name() {
    return "prior";
  }

  @Override
  public Map<String, Content> files(RunHistory history) {
    Subject subject = history.run().subject();
    Prior prior = PriorFile.measured(history);
    String text = text(subject, prior);
    while (text.length() > MOST_CHARACTERS) {
      prior = prior.reducedTo(prior.timed().size() / 2);
      text = text(subject, prior);
    }
    String written = text;
    return Map.of("prior.json", out -> out.write(written));
  }

  private static String text(Subject subject, Prior prior) {
    return new PriorFile(subject.kernel(), subject.backend(), List.of(prior)).text();
  }
}
