package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ResultFormat;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.AtomicFile.Content;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;

/** Format of a program's own file: {@code evo export RUN --as NAME}. */
interface ResultFile extends ResultFormat {

  /** A file and the buckets in it. */
  record Written(String name, String text, List<Bucket> buckets) {
    public Written {
      buckets = List.copyOf(buckets);
    }
  }

  /**
   * Writes the files.
   *
   * @throws BadInputException if the kernel's names are not those of the format
   */
  List<Written> written(AcceptedBuckets accepted);

  @Override
  default Map<String, Content> files(RunHistory history) {
    return files(AcceptedBuckets.of(history));
  }

  /** The files and the evidence beside each, by name. */
  default Map<String, Content> files(AcceptedBuckets accepted) {
    var files = new LinkedHashMap<String, Content>();
    for (Written file : written(accepted)) {
      files.put(file.name(), out -> out.write(file.text()));
      files.put(
          Evidence.name(file.name()), out -> out.write(Evidence.text(accepted, name(), file)));
    }
    return files;
  }

  /** Text of a JSON file with these fields. */
  static String json(Map<String, ? extends @Nullable Object> fields) {
    return new JsonRenderer().render(Document.of(Data.Fields.of(fields)));
  }

  /**
   * The configuration of every bucket.
   *
   * @throws BadInputException if there are several
   */
  default Bucket only(AcceptedBuckets accepted) {
    Bucket first = accepted.buckets().getFirst();
    for (Bucket bucket : accepted.buckets()) {
      if (!bucket.configuration().equals(first.configuration())) {
        throw new BadInputException(
            "--as %s holds one configuration, and %s chose several by shape. Search for one: search: {for: champion} in evo.yaml."
                .formatted(name(), accepted.with().run()));
      }
    }
    return first;
  }
}
