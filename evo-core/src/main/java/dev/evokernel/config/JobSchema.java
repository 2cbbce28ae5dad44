package dev.evokernel.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON schema of {@code evo.yaml}: the core's schema with one for each section of a module. */
public final class JobSchema {

  static final String NAME = "evo.schema.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JobSchema() {}

  public static String text() {
    try (InputStream core =
        Objects.requireNonNull(JobSchema.class.getResourceAsStream(NAME), NAME)) {
      var schema = (ObjectNode) JSON.readTree(core);
      var properties = (ObjectNode) schema.get("properties");
      SectionReader.all()
          .forEach(reader -> properties.set(reader.key(), JSON.readTree(reader.schema())));
      return JSON.writeValueAsString(schema) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
