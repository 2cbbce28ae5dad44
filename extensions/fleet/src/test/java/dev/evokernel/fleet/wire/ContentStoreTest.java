package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.space.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ContentStoreTest {

  private static final byte[] CONTENT = "kernel".getBytes(StandardCharsets.UTF_8);
  private static final String DIGEST = Sha256.of(CONTENT);
  private static final String OTHER = Sha256.of(new byte[] {1});

  @TempDir Path folder;

  @Test
  void keep_contentOfADigest_isThereOnce() throws IOException {
    var store = new ContentStore(folder);

    store.keep(DIGEST, CONTENT);
    store.keep(DIGEST, CONTENT);

    assertThat(store.missing(Stream.of(DIGEST, OTHER, OTHER))).containsExactly(OTHER);
    assertThat(store.path(DIGEST)).hasBinaryContent(CONTENT);
    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void keep_otherContentThanTheDigestSays_isRefused() {
    var store = new ContentStore(folder);

    assertThatThrownBy(() -> store.keep(OTHER, CONTENT))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(OTHER);
    assertThat(store.has(OTHER)).isFalse();
  }

  @Test
  void keep_binary_hasItsFilesThatAreThere() throws IOException {
    var store = new ContentStore(folder.resolve("store"));
    Path there = Files.writeString(folder.resolve("one"), "one");
    String one = Sha256.of("one".getBytes(StandardCharsets.UTF_8));
    String two = Sha256.of("two".getBytes(StandardCharsets.UTF_8));
    store.keep(
        new Binary(
            there,
            DIGEST,
            1,
            List.of(
                new Binary.Part(new Configuration(Map.of()), there, one),
                new Binary.Part(new Configuration(Map.of()), folder.resolve("gone"), two))));
    assertThat(store.missing(Stream.of(one, two))).containsExactly(two);
  }

  @Test
  void path_textThatIsNoDigest_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ContentStore(folder).path("../../etc/passwd"));
  }

  @Test
  void at_binaryOfParts_hasEachPartInTheStore() {
    var macros = new Configuration(Map.of());
    var binary =
        new Binary(
            Path.of("/elsewhere/a"),
            "not a file's",
            7,
            List.of(
                new Binary.Part(macros, Path.of("/elsewhere/a"), DIGEST),
                new Binary.Part(macros, Path.of("/elsewhere/b"), OTHER)));
    var store = new ContentStore(folder);

    Binary here = store.at(binary);

    assertThat(ContentStore.digests(here)).containsExactly(DIGEST, OTHER);
    assertThat(ContentStore.files(here).values())
        .containsExactly(store.path(DIGEST), store.path(OTHER));
    assertThat(here.file()).isEqualTo(store.path(DIGEST));
  }

  @Test
  void sharedFile_pathOutOfTheCopy_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedFile("a/../../b", DIGEST, false));
    assertThatIllegalArgumentException().isThrownBy(() -> new SharedFile("/b", DIGEST, false));
  }
}
