package dev.evokernel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessField;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of the house: each room imports only what stands below it. */
@AnalyzeClasses(packages = "dev.evokernel", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule FLOORS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..cli..")
          .layer("report")
          .definedBy("..report..")
          .layer("config")
          .definedBy("..config..")
          .layer("schedule")
          .definedBy("..schedule..")
          .layer("search")
          .definedBy("..search..")
          .layer("store")
          .definedBy("..store..")
          .layer("stats")
          .definedBy("..stats..")
          .layer("space")
          .definedBy("..space..")
          .layer("worker")
          .definedBy("..worker..")
          .layer("cuda")
          .definedBy("..cuda..")
          .optionalLayer("cpu")
          .definedBy("..cpu..")
          .layer("gate")
          .definedBy("..gate..")
          .layer("measure")
          .definedBy("..measure..")
          .layer("backend")
          .definedBy("..backend..")
          .layer("kernel")
          .definedBy("dev.evokernel.kernel..")
          .layer("outcome")
          .definedBy("..outcome..")
          .layer("expr")
          .definedBy("..expr..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("schedule")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("search")
          .mayOnlyBeAccessedByLayers("cli", "schedule")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("cli", "report", "schedule")
          .whereLayer("stats")
          .mayOnlyBeAccessedByLayers("cli", "report", "config", "schedule", "store")
          .whereLayer("space")
          .mayOnlyBeAccessedByLayers("cli", "schedule", "search")
          .whereLayer("worker")
          .mayOnlyBeAccessedByLayers("cli", "schedule")
          .whereLayer("cpu")
          .mayOnlyBeAccessedByLayers("worker", "cuda")
          .whereLayer("cuda")
          .mayOnlyBeAccessedByLayers("worker")
          .whereLayer("gate")
          .mayOnlyBeAccessedByLayers("worker", "schedule", "cli");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.evokernel.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_PRINTS =
      noClasses()
          .that(resideInAPackage("dev.evokernel.."))
          .and()
          .resideOutsideOfPackages("..cli..")
          .should(accessField(System.class, "out"))
          .orShould(accessField(System.class, "err"));

  @ArchTest
  static final ArchRule ONLY_THE_STORE_SPEAKS_SQL =
      noClasses()
          .that()
          .resideOutsideOfPackage("..store..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.sqlite.."));

  @ArchTest
  static final ArchRule ONLY_CONFIG_AND_KERNEL_PARSE_YAML =
      noClasses()
          .that()
          .resideOutsideOfPackages("..config..", "dev.evokernel.kernel..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("tools.jackson.dataformat.yaml.."));

  @ArchTest
  static final ArchRule ONLY_CUDA_KNOWS_JCUDA =
      noClasses()
          .that()
          .resideOutsideOfPackage("..cuda..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("jcuda.."));

  @ArchTest
  static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED =
      classes()
          .that()
          .haveSimpleName("package-info")
          .should()
          .beAnnotatedWith("org.jspecify.annotations.NullMarked");
}
