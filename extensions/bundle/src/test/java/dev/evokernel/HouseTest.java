package dev.evokernel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/**
 * Three floors: the runtime, the core above it, and extensions that know both and not each other.
 */
@AnalyzeClasses(packages = "dev.evokernel", importOptions = HouseTest.NoTests.class)
final class HouseTest {

  /** Main lines of all modules. What a feature adds, its author removes elsewhere. */
  private static final long MOST_LINES = 119_294;

  private static final Pattern OWN_IMPORT = Pattern.compile("^import (static )?dev[.]evokernel[.]");

  private static final List<String> EXTENSIONS =
      List.of("lab", "fleet", "imports", "shipping", "dashboard", "opencl", "trust");

  /** Leaves out the tests of this module, and those of core in their jar. */
  static final class NoTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  private static String[] packages(Stream<String> extensions) {
    return extensions.map(name -> "dev.evokernel." + name + "..").toArray(String[]::new);
  }

  @ArchTest
  static void anExtension_namesNoOther(JavaClasses classes) {
    for (String extension : EXTENSIONS) {
      noClasses()
          .that(resideInAPackage("dev.evokernel." + extension + ".."))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  packages(EXTENSIONS.stream().filter(other -> !other.equals(extension)))))
          .check(classes);
    }
  }

  @ArchTest
  static final ArchRule CORE_AND_RUNTIME_NAME_NO_EXTENSION =
      noClasses()
          .that()
          .resideOutsideOfPackages(packages(EXTENSIONS.stream()))
          .should()
          .dependOnClassesThat(resideInAnyPackage(packages(EXTENSIONS.stream())));

  @ArchTest
  static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
      slices().matching("dev.evokernel.(**)").should().beFreeOfCycles();

  @ArchTest
  static void anExtension_usesWhatCoreAndRuntimeExport(JavaClasses classes) {
    Set<String> exported =
        Stream.of("evo-core", "kernel-runtime")
            .map(module -> Path.of("..", module, "target/classes"))
            .flatMap(folder -> ModuleFinder.of(folder).findAll().stream())
            .flatMap(module -> module.descriptor().exports().stream())
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    assertThat(exported).contains("dev.evokernel.config", "dev.evokernel.kernel");
    noClasses()
        .that(resideInAnyPackage(packages(EXTENSIONS.stream())))
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.evokernel..")
                .and(DescribedPredicate.not(resideInAnyPackage(packages(EXTENSIONS.stream()))))
                .and(
                    DescribedPredicate.describe(
                        "are in a package that is not exported",
                        (JavaClass other) -> !exported.contains(other.getPackageName()))))
        .check(classes);
  }

  @Test
  void aPackage_liesInOneModule() throws IOException {
    Map<String, List<Path>> folders =
        sources().stream()
            .filter(file -> !file.endsWith("module-info.java"))
            .collect(groupingBy(file -> file.toString().replaceAll(".*/java/|/[^/]*$", "")));
    assertThat(folders).hasSizeGreaterThan(40);
    folders.forEach(
        (name, files) ->
            assertThat(files.stream().collect(groupingBy(Path::getParent, counting())))
                .as(name)
                .hasSize(1));
  }

  /** Prints the lines, the files, and evo's own imports in 100 lines. */
  @Test
  void house_hasNoMoreLinesThanItsBudget() throws IOException {
    long lines = 0;
    long imports = 0;
    List<Path> files = sources();
    for (Path file : files) {
      List<String> all = Files.readAllLines(file);
      lines += all.size();
      imports += all.stream().filter(OWN_IMPORT.asPredicate()).count();
    }
    System.out.printf(
        Locale.ROOT,
        "%,d main lines of %,d, %,d files, %.1f own imports in 100 lines%n",
        lines,
        MOST_LINES,
        files.size(),
        100.0 * imports / lines);
    assertThat(lines).isLessThanOrEqualTo(MOST_LINES);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .filter(file -> !file.toString().contains("/target/"))
          .toList();
    }
  }
}
