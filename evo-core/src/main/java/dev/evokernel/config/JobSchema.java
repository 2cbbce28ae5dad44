package dev.evokernel.config;

import dev.evokernel.backend.Backend;
import dev.evokernel.kernel.yaml.ShippedText;
import java.util.stream.Collectors;

/** JSON schema of {@code evo.yaml}: the core's with sections and backends of other modules. */
public final class JobSchema {

  static final String NAME = "evo.schema.json";

  private static final String PROPERTIES = "\n  \"properties\": {\n";

  private JobSchema() {}

  public static String text() {
    String sections =
        SectionReader.all().stream()
            .map(reader -> "\"%s\": %s,\n".formatted(reader.key(), reader.schema().strip()))
            .collect(Collectors.joining())
            .indent(4);
    String backends =
        Backend.all().stream().map(Backend::name).collect(Collectors.joining("|", "(", ")"));
    return ShippedText.of(JobSchema.class, NAME)
        .replace(PROPERTIES, PROPERTIES + sections)
        .replace("(cuda)", backends);
  }
}
