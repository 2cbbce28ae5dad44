package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpaceListTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/etc/x", ".", "..", "a//b", "", "a/", "a\\u0000b"})
  void read_nameThatLeadsOutOfItsFolder_isRefused(String name) throws IOException {
    Path list = Files.writeString(folder.resolve("l.json"), "{\"" + name + "\": \"a.json\"}");
    assertThatThrownBy(() -> SpaceList.read(list))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("l.json")
        .hasMessageContaining("is not a valid name of a space");
  }

  @Test
  void read_usualNames_areKept() throws IOException {
    String json = "{\"gemm/RTX 3090\": \"a.json\", \"..b/.c\": {\"path\": \"b.json\"}}";
    assertThat(SpaceList.read(Files.writeString(folder.resolve("l.json"), json)).entries())
        .extracting(SpaceList.Entry::name)
        .containsExactly("gemm/RTX 3090", "..b/.c");
  }
}
