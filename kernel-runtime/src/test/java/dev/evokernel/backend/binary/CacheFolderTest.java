package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Draft;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CacheFolderTest {

  private static final int ENTRY = 64 << 10;
  private static final int BOUND = 1 << 20;

  @TempDir Path folder;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private CacheFolder cache;

  @BeforeEach
  void open() {
    cache = new CacheFolder(folder, () -> now);
    cache.bound(BOUND);
  }

  @Test
  void publish_farMoreThanTheBound_staysWithinIt() throws IOException {
    for (int i = 0; i < 50; i++) {
      publish("entry" + i);
      now = now.plus(Duration.ofHours(1));

      assertThat(cache.usage().bytes()).isLessThanOrEqualTo(BOUND);
    }
    assertThat(cache.usage().entries()).isBetween(10, 16);
  }

  @Test
  void publish_beyondTheBound_evictsTheLeastRecentlyUsed() throws IOException {
    for (int i = 0; i < 14; i++) {
      publish("entry" + i);
      now = now.plus(Duration.ofHours(1));
    }
    cache.use(entry("entry0"));
    now = now.plus(Duration.ofHours(2));
    publish("entry14");

    publish("entry15");

    assertThat(present("entry1", "entry2")).isEmpty();
    assertThat(present("entry0", "entry13", "entry14", "entry15")).hasSize(4);
  }

  @Test
  void publish_everythingUsedWithinTheHour_evictsNothing() throws IOException {
    for (int i = 0; i < 20; i++) {
      publish("entry" + i);
    }

    assertThat(cache.usage().entries()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"expected", "inputs"})
  void publish_aFolderOfArrays_isOneEntryAndGoesAsAWhole(String kind) throws IOException {
    try (Draft draft = cache.draft()) {
      Files.createDirectory(draft.path());
      Files.write(draft.path().resolve("y.npy"), new byte[ENTRY]);
      Files.write(draft.path().resolve("n.npy"), new byte[1]);
      cache.publish(draft.path(), cache.at(kind, "key"));
    }
    assertThat(cache.usage().entries()).isEqualTo(1);
    assertThat(cache.usage().bytes()).isBetween(ENTRY + 4096L, ENTRY + 3 * 4096L);
    now = now.plus(Duration.ofHours(2));

    cache.bound(4096);
    cache.sweep();

    assertThat(cache.at(kind, "key")).doesNotExist();
    assertThat(cache.usage().entries()).isZero();
  }

  @Test
  void bound_setByOne_holdsForAll() {
    assertThat(new CacheFolder(folder).usage().limit()).isEqualTo(BOUND);
  }

  @Test
  void usage_ofAFolderThatIsNotThere_isEmptyUnderTheDefault() {
    assertThat(new CacheFolder(folder.resolve("none")).usage())
        .isEqualTo(
            new CacheFolder.Usage(0, CacheFolder.DEFAULT_BYTES, 0, java.util.Optional.empty()));
  }

  @Test
  void sweep_draftsOfDeadAndLivingProcesses_removesTheFormerAlone() throws IOException {
    Path drafts = folder.resolve("drafts");
    try (Draft living = cache.draft()) {
      Files.writeString(living.path(), "half");
      Files.createDirectory(drafts.resolve("dead"));
      Files.writeString(drafts.resolve("dead/y.npy"), "half");
      Files.createFile(drafts.resolve("dead.lock"));

      cache.sweep();

      assertThat(living.path()).hasContent("half");
      assertThat(drafts.resolve("dead")).doesNotExist();
      assertThat(drafts.resolve("dead.lock")).doesNotExist();
    }
    assertThat(drafts).isEmptyDirectory();
  }

  private void publish(String name) throws IOException {
    try (Draft draft = cache.draft()) {
      Files.write(draft.path(), new byte[ENTRY]);
      cache.publish(draft.path(), entry(name));
    }
  }

  private List<Path> present(String... names) {
    return Stream.of(names).map(this::entry).filter(Files::exists).toList();
  }

  private Path entry(String name) {
    return cache.at("binaries", "00", name);
  }
}
