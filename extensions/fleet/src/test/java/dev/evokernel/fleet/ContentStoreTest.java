package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.fleet.SharedKernel.ContentStore;
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
  void path_textThatIsNoDigest_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ContentStore(folder).path("../../etc/passwd"));
  }

  @Test
  void sharedFile_pathOutOfTheCopy_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedKernel.SharedFile("a/../../b", DIGEST, false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedKernel.SharedFile("/b", DIGEST, false));
  }
}
