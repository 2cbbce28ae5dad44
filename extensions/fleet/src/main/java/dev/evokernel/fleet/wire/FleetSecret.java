package dev.evokernel.fleet.wire;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.spec.Host;

/**
 * Secret of a coordinator without TLS, in a file that only its user can read. Each start of a
 * coordinator draws another secret. Workers and coordinator show each other a digest of the secret,
 * so that neither joins a process of another user, and neither learns the other's proof.
 */
public record FleetSecret(String text) {

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  /** Default file of the secret of the coordinator that listens at a port of this machine. */
  public static Path file(int port) {
    String cache = Objects.requireNonNullElse(System.getenv("XDG_CACHE_HOME"), "");
    Path base =
        cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    String host = Host.name().replaceAll("[^A-Za-z0-9.-]", "-");
    return base.resolve("evo").resolve("fleet").resolve("%s-%d.secret".formatted(host, port));
  }

  /**
   * Draws a secret and writes it to a file.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public static FleetSecret draw(Path file) {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    var secret = new FleetSecret(HexFormat.of().formatHex(random));
    try {
      Path folder = Objects.requireNonNull(file.getParent());
      Files.createDirectories(folder);
      Path draft = Files.createTempFile(folder, "draft", "", whole());
      Files.writeString(draft, secret.text + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return secret;
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write the fleet's secret to %s: %s. Check the folder's permissions and the disk, or use certificates (--tls)."
              .formatted(file, e),
          e);
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> whole() {
    return PosixFilePermissions.asFileAttribute(PRIVATE);
  }

  /**
   * Reads a secret.
   *
   * @throws FleetConnectionException if the file is missing or unreadable
   * @throws EnvironmentException if other users can read the file, or it has no secret
   */
  public static FleetSecret read(Path file) throws FleetConnectionException {
    String text;
    try {
      if (!PRIVATE.containsAll(Files.getPosixFilePermissions(file))) {
        throw new EnvironmentException(
            "Other users may read the fleet's secret in %s. Run: chmod 600 %s"
                .formatted(file, file));
      }
      text = Files.readString(file).strip();
    } catch (IOException e) {
      throw new FleetConnectionException("no secret in " + file, e);
    }
    if (!text.matches("[0-9a-f]{64}")) {
      throw new EnvironmentException(
          "%s has no secret of a fleet. Copy the file that 'evo run --fleet' names."
              .formatted(file));
    }
    return new FleetSecret(text);
  }

  /** Proof of a worker, sent when it connects. */
  public String ofWorkers() {
    return proof("worker");
  }

  /** Proof of the coordinator, sent with each message. */
  public String ofCoordinator() {
    return proof("coordinator");
  }

  private String proof(String side) {
    return Sha256.of((side + " " + text).getBytes(StandardCharsets.UTF_8));
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "FleetSecret";
  }
}
