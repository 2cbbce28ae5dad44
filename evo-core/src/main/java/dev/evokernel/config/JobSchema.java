package dev.evokernel.config;

import module java.base;

/** JSON schema of {@code evo.yaml}: the core's schema with one for each section of a module. */
public final class JobSchema {

  static final String NAME = "evo.schema.json";

  private static final String PROPERTIES = "\n  \"properties\": {\n";

  private JobSchema() {}

  public static String text() {
    try (InputStream core =
        Objects.requireNonNull(JobSchema.class.getResourceAsStream(NAME), NAME)) {
      String sections =
          SectionReader.all().stream()
              .map(reader -> "    \"%s\": %s,\n".formatted(reader.key(), indented(reader.schema())))
              .collect(Collectors.joining());
      return new String(core.readAllBytes(), StandardCharsets.UTF_8)
          .replaceFirst(Pattern.quote(PROPERTIES), Matcher.quoteReplacement(PROPERTIES + sections));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String indented(String schema) {
    return schema.strip().replace("\n", "\n    ");
  }
}
