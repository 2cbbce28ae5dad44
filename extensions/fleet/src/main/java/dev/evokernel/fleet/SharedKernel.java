package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;

/**
 * Copy of a run's kernel for other hosts.
 *
 * @param file the {@code kernel.yaml}, among the files
 * @param files all files, including those of baselines
 * @param hash hash of the kernel's sources, which the copy must reproduce
 * @param backend for example {@code cuda}
 * @param variants names of the variants in the run; empty for a kernel without variants
 */
record SharedKernel(
    String file, List<SharedFile> files, String hash, String backend, List<String> variants) {

  /**
   * File that is copied to hosts, identified by its content.
   *
   * @param path relative to the folder of the copy, separated by {@code /}
   * @param digest SHA-256 of the content, hexadecimal
   * @param executable whether the owner may execute the file
   */
  public record SharedFile(String path, String digest, boolean executable) {

    public SharedFile {
      if (path.isBlank() || path.startsWith("/") || List.of(path.split("/", -1)).contains("..")) {
        throw new IllegalArgumentException(
            "A shared file must lie inside the copy's folder, was '" + path + "'.");
      }
      ContentStore.requireDigest(digest);
    }
  }

  public SharedKernel {
    files = List.copyOf(files);
    variants = List.copyOf(variants);
  }

  /**
   * Lists the files of a run's copy.
   *
   * @param folder the folder with the kernel's folder and its neighbours
   * @throws EnvironmentException if a file cannot be read
   */
  public static SharedKernel of(Kernel kernel, Path folder, String backend) {
    try (Stream<Path> walk = Files.walk(folder)) {
      var files = new ArrayList<SharedFile>();
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        files.add(new SharedFile(name(folder, file), Sha256.of(file), Files.isExecutable(file)));
      }
      return new SharedKernel(
          name(folder, kernel.file()),
          files,
          KernelSources.of(kernel).hash(),
          backend,
          kernel.variants().names());
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot read the copy of the kernel in %s: %s.".formatted(folder, e), e);
    }
  }

  public List<String> missing(ContentStore store) {
    return store.missing(files.stream().map(SharedFile::digest));
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  /**
   * Writes the copy from a store that has all files.
   *
   * @param folder created if missing
   * @return the kernel
   * @throws EnvironmentException if a file cannot be written, or the hash differs
   */
  public Kernel repeated(ContentStore store, Path folder) {
    try {
      for (SharedFile shared : files) {
        Path target = folder.resolve(shared.path()).normalize();
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.copy(store.path(shared.digest()), target, StandardCopyOption.REPLACE_EXISTING);
        if (shared.executable() && !target.toFile().setExecutable(true, true)) {
          throw new IOException(target + " cannot be made executable");
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot copy the kernel to %s: %s. Check the folder's permissions and the disk."
              .formatted(folder, e),
          e);
    }
    Kernel whole = new KernelFile(folder.resolve(file)).read(backend);
    String found = KernelSources.of(whole).hash();
    if (!found.equals(hash)) {
      throw new EnvironmentException(
          "The kernel in %s has hash %s, but %s at the coordinator. Delete this worker's folder (--folder) and start the worker again."
              .formatted(folder, found, hash));
    }
    return variants.isEmpty() ? whole : whole.only(variants);
  }

  /**
   * Folder of files named by the digests of their contents, so that each file travels to a host
   * once. Thread-safe: a file with its final name is complete.
   *
   * @param folder created with the first file
   */
  record ContentStore(Path folder) {

    public ContentStore {
      folder = folder.toAbsolutePath();
    }

    /**
     * @throws IllegalArgumentException if the text is no SHA-256 in hexadecimal, which could escape
     *     the folder
     */
    public static String requireDigest(String digest) {
      if (!digest.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("Not a SHA-256 in hexadecimal: '" + digest + "'.");
      }
      return digest;
    }

    public Path path(String digest) {
      return folder.resolve(requireDigest(digest).substring(0, 2)).resolve(digest);
    }

    /** Returns whether the content is present, and marks it as used. */
    boolean has(String digest) {
      Path path = path(digest);
      try {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
        return true;
      } catch (IOException absent) {
        return false;
      }
    }

    /** Missing contents, without duplicates. */
    public List<String> missing(Stream<String> digests) {
      return digests.distinct().filter(digest -> !has(digest)).toList();
    }

    /**
     * Stores a content.
     *
     * @throws EnvironmentException if the content does not match the digest, or cannot be written
     */
    public void keep(String digest, byte[] content) {
      Path path = path(digest);
      if (!Sha256.of(content).equals(digest)) {
        throw new EnvironmentException(
            "A file arrived whose content does not match its digest %s.".formatted(digest));
      }
      try {
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Path draft = path.resolveSibling(digest + "." + UUID.randomUUID());
        Files.write(draft, content);
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new EnvironmentException(
            "Cannot store a file in %s: %s. Check the folder's permissions and the disk."
                .formatted(folder, e),
            e);
      }
    }
  }
}
