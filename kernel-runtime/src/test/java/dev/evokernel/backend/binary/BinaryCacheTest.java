package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Draft;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BinaryCacheTest {

  private static final CompileKey KEY = CompileKey.of("test").with("number", "1").key();
  private static final CompileKey OTHER = CompileKey.of("test").with("number", "2").key();

  @TempDir Path folder;

  private BinaryCache cache;

  @BeforeEach
  void open() {
    cache = new BinaryCache(new CacheFolder(folder), "so");
  }

  @Test
  void find_kept_isThereWithoutTime() throws IOException {
    Binary kept = keep(KEY, "code");

    assertThat(cache.find(KEY))
        .contains(new Compilation.Compiled(new Binary(kept.file(), kept.digest(), 0)));
    assertThat(kept.file()).hasContent("code").hasFileName(kept.digest() + ".so");
    assertThat(cache.find(OTHER)).isEmpty();
  }

  @Test
  void keep_equalBinariesOfTwoKeys_lieThereOnce() throws IOException {
    assertThat(keep(OTHER, "code").file()).isEqualTo(keep(KEY, "code").file());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cod", "code and more", "edoc"})
  void find_damagedBinary_isAMissThatCanBeReplaced(String damage) throws IOException {
    Binary kept = keep(KEY, "code");
    Files.writeString(kept.file(), damage);

    assertThat(cache.find(KEY)).isEmpty();
    assertThat(keep(KEY, "code")).isEqualTo(kept);
    assertThat(cache.find(KEY)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "compiled", "compiled ../../x\n", "failed 00\nx.c:1: error: x"})
  void find_damagedRecord_isAMiss(String damage) throws IOException {
    keep(KEY, "code");
    Path record = folder.resolve("keys").resolve(KEY.hash().substring(0, 2)).resolve(KEY.hash());
    assertThat(record).exists();
    Files.writeString(record, damage);

    assertThat(cache.find(KEY)).isEmpty();
  }

  @Test
  void find_evictedBinary_isAMiss() throws IOException {
    Files.delete(keep(KEY, "code").file());

    assertThat(cache.find(KEY)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x.c: In function 'f':\nx.c:3:5: error: expected ';'",
        "/k/x.cu(12): error: identifier \"y\" is undefined",
        "x.h:1:2: fatal error: y.h: No such file or directory",
        "x.c:1:1: error: static assertion failed: \"tile\"",
        "ptxas error   : Entry function 'f' uses too much shared data",
        "/usr/bin/ld: x.o: undefined reference to `two'"
      })
  void find_errorOfTheSource_isKeptWithItsLog(String log) throws IOException {
    cache.keep(KEY, new Compilation.Failed(log, false));

    assertThat(cache.find(KEY)).isEqualTo(Optional.of(new Compilation.Failed(log, false)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cc: fatal error: Killed signal terminated program cc1",
        "nvcc error   : 'cicc' died due to signal 9 (Kill signal)",
        "x.c:3:5: internal compiler error: Segmentation fault",
        "x.c:3:5: error: x\ncc1: out of memory allocating 65536 bytes",
        "/usr/bin/ld: final link failed: No space left on device",
        "x.c:9:1: fatal error: cannot write to x.o: Disk quota exceeded"
      })
  void find_errorOfTheMachine_isNotKept(String log) throws IOException {
    cache.keep(KEY, new Compilation.Failed(log, false));

    assertThat(cache.find(KEY)).isEmpty();
  }

  @Test
  void find_timedOut_isNotKept() throws IOException {
    cache.keep(KEY, new Compilation.Failed("x.c:3:5: error: x", true));

    assertThat(cache.find(KEY)).isEmpty();
  }

  @Test
  void make_cacheDeletedMeanwhile_isRepeated() throws IOException {
    var attempts = new AtomicInteger();

    Compilation made =
        cache.make(
            draft -> {
              if (attempts.incrementAndGet() == 1) {
                Draft.delete(folder);
              }
              Files.writeString(draft.path(), "code");
              return cache.keep(KEY, draft, 7);
            });

    assertThat(attempts).hasValue(2);
    assertThat(((Compilation.Compiled) made).binary().file()).hasContent("code");
    assertThat(cache.find(KEY)).isPresent();
  }

  @Test
  void make_failureWhileTheCacheIsDeleted_isNotTheSources() throws IOException {
    var attempts = new AtomicInteger();

    Compilation made =
        cache.make(
            _ -> {
              Draft.delete(folder);
              attempts.incrementAndGet();
              return new Compilation.Failed("cannot open output file", false);
            });

    assertThat(attempts).as("it ends all the same").hasValue(3);
    assertThat(made).isInstanceOf(Compilation.Failed.class);
  }

  private Binary keep(CompileKey key, String code) throws IOException {
    var kept =
        (Compilation.Compiled)
            cache.make(
                draft -> {
                  Files.writeString(draft.path(), code);
                  return cache.keep(key, draft, 7);
                });
    assertThat(kept.binary().compileNanos()).isEqualTo(7);
    return kept.binary();
  }
}
