package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SchemaCommandTest {

  @Test
  void modeline_ofAFolder_namesTheSchemaRelativeToIt() {
    String line =
        SchemaCommand.modeline(SchemaCommand.Subject.KERNEL, Optional.of(Path.of("kernels/gemm")));
    assertThat(line).startsWith("# yaml-language-server: $schema=").doesNotContain("schema=/");
    assertThat(line).endsWith("kernel.schema.json");
  }
}
