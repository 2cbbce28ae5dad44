package dev.evokernel.cuda;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Installed pieces of NVIDIA's toolkit, from a toolkit, a distribution's packages, or the wheels
 * beside PyTorch. Each piece is searched for separately, because few machines have all of them in
 * one place. The folder in {@code CUDA_HOME} or {@code CUDA_PATH} is searched first.
 *
 * @param nvrtc {@code libnvrtc.so.13} or {@code .12}
 * @param headers the folder of {@code cuda_fp16.h}
 */
public record Toolkit(
    Optional<Path> nvrtc,
    Optional<Path> nvcc,
    Optional<Path> headers,
    Optional<Path> profiler,
    Optional<Path> sanitizer) {

  /**
   * @param environment for {@code CUDA_HOME}, {@code CUDA_PATH}, {@code PATH}, {@code
   *     LD_LIBRARY_PATH}, {@code VIRTUAL_ENV} and {@code HOME}
   * @param newest the newest CUDA version, in thousands, that the driver runs; a later NVRTC is
   *     ignored
   */
  public static Toolkit find(Map<String, String> environment, Path root, int newest) {
    List<Path> homes = homes(environment, root);
    List<Path> wheels = wheels(environment, root);
    List<Path> nvrtcNames =
        Stream.of(13, 12)
            .filter(major -> major <= newest)
            .map(major -> Path.of("libnvrtc.so." + major))
            .toList();
    List<Path> programs = joined(List.of(within(homes, "bin"), pathList(environment.get("PATH"))));
    return new Toolkit(
        first(
            joined(
                List.of(
                    within(homes, "lib64", "lib", "targets/x86_64-linux/lib"),
                    pathList(environment.get("LD_LIBRARY_PATH")),
                    within(List.of(root), "usr/lib/x86_64-linux-gnu", "usr/lib64", "usr/lib"),
                    within(wheels, "cu13/lib", "cuda_nvrtc/lib"))),
            nvrtcNames),
        first(programs, List.of(Path.of("nvcc"))),
        first(
                joined(
                    List.of(
                        within(homes, "include", "targets/x86_64-linux/include"),
                        within(List.of(root), "usr/include"),
                        within(wheels, "cu13/include", "cuda_runtime/include"))),
                List.of(Path.of("cuda_fp16.h")))
            .map(Path::getParent),
        first(
            joined(
                List.of(
                    programs.stream(), children(root.resolve("opt/nvidia/nsight-compute"), "*"))),
            List.of(Path.of("ncu"))),
        first(programs, List.of(Path.of("compute-sanitizer"))));
  }

  private static Stream<Path> within(List<Path> roots, String... folders) {
    return roots.stream().flatMap(root -> Stream.of(folders).map(root::resolve));
  }

  private static List<Path> joined(List<Stream<Path>> folders) {
    return folders.stream().flatMap(paths -> paths).toList();
  }

  private static List<Path> homes(Map<String, String> environment, Path root) {
    Stream<Path> named =
        Stream.of("CUDA_HOME", "CUDA_PATH")
            .map(environment::get)
            .filter(Objects::nonNull)
            .map(Path::of);
    return joined(
            List.of(
                named,
                within(List.of(root), "usr/local/cuda", "opt/cuda"),
                children(root.resolve("usr/local"), "cuda-*")))
        .stream()
        .filter(Files::isDirectory)
        .toList();
  }

  /** Folders {@code nvidia} of Python environments, in which NVIDIA's wheels unpack. */
  private static List<Path> wheels(Map<String, String> environment, Path root) {
    var environments = new ArrayList<Path>();
    Optional.ofNullable(environment.get("VIRTUAL_ENV")).map(Path::of).ifPresent(environments::add);
    Optional.ofNullable(environment.get("HOME"))
        .map(home -> Path.of(home, ".local"))
        .ifPresent(environments::add);
    environments.add(root.resolve("usr/local"));
    environments.add(root.resolve("usr"));
    children(root.resolve("opt"), "*")
        .flatMap(folder -> Stream.of(folder, folder.resolve(".venv"), folder.resolve("venv")))
        .forEach(environments::add);
    return environments.stream()
        .flatMap(python -> children(python.resolve("lib"), "python3*"))
        .flatMap(lib -> Stream.of(lib.resolve("site-packages"), lib.resolve("dist-packages")))
        .map(packages -> packages.resolve("nvidia"))
        .filter(Files::isDirectory)
        .toList();
  }

  private static Optional<Path> first(List<Path> folders, List<Path> names) {
    return folders.stream()
        .flatMap(folder -> names.stream().map(folder::resolve))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  private static Stream<Path> pathList(@Nullable String list) {
    return list == null
        ? Stream.of()
        : Stream.of(list.split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(Path::of);
  }

  /** Lists children, the newest version first, as far as names sort by version. */
  private static Stream<Path> children(Path folder, String glob) {
    try (var children = Files.newDirectoryStream(folder, glob)) {
      var found = new ArrayList<Path>();
      children.forEach(found::add);
      found.sort(Comparator.reverseOrder());
      return found.stream();
    } catch (IOException absent) {
      return Stream.of();
    }
  }
}
