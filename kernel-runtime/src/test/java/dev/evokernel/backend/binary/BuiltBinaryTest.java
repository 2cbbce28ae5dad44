package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltBinaryTest {

  private static final BuiltLaunch LAUNCH =
      new BuiltLaunch(
          "k",
          List.of(),
          List.of(128L),
          List.of(),
          Optional.of(49_152L),
          Optional.of(true),
          Optional.empty(),
          Optional.of(List.of("x")),
          List.of(new BuiltLaunch.Hidden(BuiltLaunch.Hidden.POINTER, 0)));

  @TempDir Path folder;

  private Path written(byte[]... images) throws IOException {
    Path file = folder.resolve("all");
    for (byte[] image : images) {
      BuiltBinary.append(file, Files.write(folder.resolve("k"), image), LAUNCH);
    }
    return file;
  }

  @Test
  void read_whatWasAppended_isTheBinaryAndItsLaunch() throws IOException {
    Path plain = Files.write(folder.resolve("plain"), new byte[] {1, 2, 3});
    BuiltBinary own = BuiltBinary.read(plain, List.of("f")).getFirst();
    assertThat(own.launch()).isEqualTo(BuiltLaunch.NONE);
    assertThat(own.image()).containsExactly(1, 2, 3);
    assertThat(own.entry()).isEqualTo("f");
    BuiltBinary built = BuiltBinary.read(written(new byte[] {1, 2, 3}), List.of("f")).getFirst();
    assertThat(built.launch()).isEqualTo(LAUNCH);
    assertThat(built.image()).containsExactly(1, 2, 3);
    assertThat(built.entry()).isEqualTo("k");
  }

  @Test
  void read_ofSeveralLaunches_hasTheBinaryOfEach() throws IOException {
    Path file = written(new byte[] {1, 2, 3}, new byte[] {4}, new byte[] {1, 2, 3});

    assertThat(BuiltBinary.read(file, List.of("f", "g", "h")))
        .extracting(BuiltBinary::image)
        .containsExactly(new byte[] {1, 2, 3}, new byte[] {4}, new byte[] {1, 2, 3});
    Path plain = Files.write(folder.resolve("plain"), new byte[] {1, 2, 3});
    assertThat(BuiltBinary.read(plain, List.of("f", "g")))
        .extracting(BuiltBinary::entry)
        .containsExactly("f", "g");
  }

  @Test
  void of_aDamagedEnd_isAnErrorAndNeverAnotherLaunch() throws IOException {
    byte[] whole = Files.readAllBytes(written(new byte[] {1, 2, 3}));
    byte[] longer = whole.clone();
    longer[whole.length - 10] = 1;
    assertThatThrownBy(() -> BuiltBinary.of(longer)).isInstanceOf(IOException.class);
    byte[] further = whole.clone();
    further[whole.length - 16] = 1;
    assertThatThrownBy(() -> BuiltBinary.of(further)).isInstanceOf(IOException.class);
    byte[] other = whole.clone();
    other[3] = '?';
    assertThatThrownBy(() -> BuiltBinary.of(other)).isInstanceOf(IOException.class);
    assertThat(BuiltBinary.of(Arrays.copyOf(whole, whole.length - 1)).getFirst().launch())
        .isEqualTo(BuiltLaunch.NONE);
  }
}
