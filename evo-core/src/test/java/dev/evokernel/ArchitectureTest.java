package dev.evokernel;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessField;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.evokernel.kernel.yaml.Printable;

/** The arrows of the house: each room imports only what stands below it. */
@AnalyzeClasses(packages = "dev.evokernel", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  /** From the top down; rooms of one floor do not know each other. */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("cli", "api"),
          List.of("tuning"),
          List.of("config"),
          List.of("report"),
          List.of("replay"),
          List.of("run"),
          List.of("limits", "finals", "seeding"),
          List.of("health"),
          List.of("workers"),
          List.of("comparison"),
          List.of("spec"),
          List.of("roofline"),
          List.of("store"),
          List.of("search"),
          List.of("surrogate"),
          List.of("stats", "space"),
          List.of("worker"),
          List.of("text"),
          List.of("cuda", "cpu", "gate"),
          List.of("backend", "measure"),
          List.of("kernel", "outcome"),
          List.of("expr"));

  @ArchTest static final ArchRule EACH_ROOM_IMPORTS_ONLY_WHAT_STANDS_BELOW = floors();

  private static ArchRule floors() {
    LayeredArchitecture house = layeredArchitecture().consideringOnlyDependenciesInLayers();
    var above = new ArrayList<String>();
    for (List<String> floor : FLOORS) {
      for (String room : floor) {
        house = house.optionalLayer(room).definedBy(packages(room));
      }
    }
    for (List<String> floor : FLOORS) {
      for (String room : floor) {
        house =
            above.isEmpty()
                ? house.whereLayer(room).mayNotBeAccessedByAnyLayer()
                : house.whereLayer(room).mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
      }
      above.addAll(floor);
    }
    return house;
  }

  private static String packages(String room) {
    return "dev.evokernel." + room + "..";
  }

  /**
   * {@code roofline} computes bounds from the limits that the store keeps, and {@code comparison}
   * measures what a command reports.
   */
  @ArchTest
  static final ArchRule REPORTS_ARE_MADE_FROM_RECORDS =
      noClasses()
          .that(resideInAPackage(packages("report")))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(above("roofline", List.of("report", "comparison"))));

  /** Content and its renderers: a report builds a document, and knows no format. */
  private static final DescribedPredicate<HasName> DOCUMENTS =
      nameMatching(
          "(\\[L)?dev.evokernel.report.(Block|Data|Document|Table|Html|\\w+Renderer)(\\$.*)?;?");

  @ArchTest
  static final ArchRule DOCUMENTS_AND_THEIR_RENDERERS_KNOW_NO_REPORT =
      noClasses()
          .that(DOCUMENTS)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.evokernel..")
                  .and(not(DOCUMENTS))
                  .and(not(equivalentTo(Printable.class))));

  /** Every room above one, but for some. */
  private static String[] above(String lowest, List<String> others) {
    return FLOORS.stream()
        .takeWhile(floor -> !floor.contains(lowest))
        .flatMap(List::stream)
        .filter(room -> !others.contains(room))
        .map(ArchitectureTest::packages)
        .toArray(String[]::new);
  }

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.evokernel.(**)").should().beFreeOfCycles();

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
          .dependOnClassesThat(
              resideInAnyPackage("org.snakeyaml..", "tools.jackson.dataformat.yaml.."));

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

  @ArchTest
  static void noSimpleNameStandsForTwoTypes(JavaClasses classes) {
    Map<String, List<String>> byName =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(one -> !one.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));
    assertThat(byName.values()).allSatisfy(names -> assertThat(names).hasSize(1));
  }
}
