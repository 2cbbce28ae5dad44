package dev.evokernel.fleet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetSectionTest {

  @TempDir Path folder;

  private Job read(String fleet) throws IOException {
    Path file = folder.resolve("evo.yaml");
    Files.writeString(file, "kernel: kernels/gemm\nfleet: " + fleet + "\n");
    return JobReader.read(file);
  }

  @Test
  void read_listenAndTls_areKeptByTheTextOfTheJob() throws IOException {
    Job job = read("{listen: '10.0.0.5:9465', tls: certificates}");
    assertThat(job.section(FleetSection.class))
        .hasValueSatisfying(
            fleet -> {
              assertThat(fleet.listen().port()).isEqualTo(9465);
              assertThat(fleet.tls()).contains(folder.resolve("certificates"));
            });
    Path again = folder.resolve("again.yaml");
    job.write(job.kernel(), job.results(), again);
    assertThat(JobReader.read(again).section(FleetSection.class))
        .isEqualTo(job.section(FleetSection.class));
  }

  @Test
  void read_plainTextBeyondLoopback_saysLineAndWayOut() {
    assertThatThrownBy(() -> read("{listen: '10.0.0.5:9465'}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2")
        .hasMessageContaining("'fleet.listen' cannot be '10.0.0.5:9465'")
        .hasMessageContaining("evo fleet certificates");
  }

  @Test
  void read_plainTextOnLoopback_isGood() throws IOException {
    assertThat(read("{listen: '127.0.0.1:9465'}").section(FleetSection.class)).isPresent();
  }

  @Test
  void read_noPort_saysTheForm() {
    assertThatThrownBy(() -> read("{listen: 'a:b:c'}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("HOST:PORT");
  }

  @Test
  void settings_missingCertificates_namesTheFile() throws IOException {
    FleetSection fleet =
        read("{listen: '127.0.0.1:9465', tls: none}").section(FleetSection.class).orElseThrow();
    assertThatThrownBy(() -> fleet.settings(Instant.EPOCH))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(folder.resolve("none").resolve("keystore.p12").toString());
  }
}
