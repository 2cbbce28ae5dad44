package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.fleet.SharedKernel.ContentStore;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedKernelTest {

  @TempDir Path folder;
  private ContentStore store = new ContentStore(Path.of(""));
  private SharedKernel shared = new SharedKernel("", List.of(), "", "cpu", List.of());

  @BeforeEach
  void share() throws IOException {
    Path copy = folder.resolve("copy");
    Path own = Saxpy.copyTo(copy.resolve("saxpy"));
    shared = SharedKernel.of(KernelReader.read(own, "cpu"), copy, "cpu");
    store = new ContentStore(folder.resolve("store"));
    for (SharedKernel.SharedFile file : shared.files()) {
      store.keep(file.digest(), Files.readAllBytes(copy.resolve(file.path())));
    }
  }

  @Test
  void repeated_onAnotherHost_isTheSameKernel() {
    assertThat(KernelSources.of(shared.repeated(store, folder.resolve("there"))).hash())
        .isEqualTo(shared.hash());
  }

  @Test
  void repeated_asAnotherKernel_isRefusedWithBothHashes() {
    var other = new SharedKernel(shared.file(), shared.files(), "0123", "cpu", shared.variants());
    Path there = folder.resolve("there");

    assertThatThrownBy(() -> other.repeated(store, there))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(
            "The kernel in %s has hash %s, but 0123 at the coordinator"
                .formatted(there, shared.hash()))
        .hasMessageContaining("start the worker again");
  }
}
