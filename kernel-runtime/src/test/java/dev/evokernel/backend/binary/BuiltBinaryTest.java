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

  @Test
  void read_whatWasAppended_isTheBinaryAndItsLaunch() throws IOException {
    Path file = Files.write(folder.resolve("k"), new byte[] {1, 2, 3});
    assertThat(BuiltBinary.read(file).launch()).isEqualTo(BuiltLaunch.NONE);
    assertThat(BuiltBinary.read(file).image()).containsExactly(1, 2, 3);
    BuiltBinary.append(file, LAUNCH);
    assertThat(BuiltBinary.read(file).launch()).isEqualTo(LAUNCH);
    assertThat(BuiltBinary.read(file).image()).containsExactly(1, 2, 3);
  }

  @Test
  void of_aDamagedEnd_isAnErrorAndNeverAnotherLaunch() throws IOException {
    Path file = Files.write(folder.resolve("k"), new byte[] {1, 2, 3});
    BuiltBinary.append(file, LAUNCH);
    byte[] whole = Files.readAllBytes(file);
    byte[] longer = whole.clone();
    longer[whole.length - 10] = 1;
    assertThatThrownBy(() -> BuiltBinary.of(longer)).isInstanceOf(IOException.class);
    byte[] other = whole.clone();
    other[3] = '?';
    assertThatThrownBy(() -> BuiltBinary.of(other)).isInstanceOf(IOException.class);
    assertThat(BuiltBinary.of(Arrays.copyOf(whole, whole.length - 1)).launch())
        .isEqualTo(BuiltLaunch.NONE);
  }
}
