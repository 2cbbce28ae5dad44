package dev.evokernel.config;

import dev.evokernel.kernel.yaml.ShippedText;
import java.util.stream.Collectors;

/** JSON schema of {@code evo.yaml}: the core's schema with one for each section of a module. */
public final class JobSchema {

  static final String NAME = "evo.schema.json";

  private static final String PROPERTIES = "\n  \"properties\": {\n";

  private JobSchema() {}

  public static String text() {
    String sections =
        SectionReader.all().stream()
            .map(reader -> "    \"%s\": %s,\n".formatted(reader.key(), indented(reader.schema())))
            .collect(Collectors.joining());
    return ShippedText.of(JobSchema.class, NAME).replace(PROPERTIES, PROPERTIES + sections);
  }

  private static String indented(String schema) {
    return schema.strip().replace("\n", "\n    ");
  }
}
