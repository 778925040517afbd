package dev.cleave.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.cleave.metrics.fixture.LooksUpward;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The layers of the architecture: each part of Cleave uses only parts that stand below it. Parts
 * that have no classes yet are named all the same, so that their first class is held to the rules.
 */
class ArchitectureTest {
    private static final String[] RUNTIME = {
        "dev.cleave",
        "dev.cleave.scheduling..",
        "dev.cleave.lazy..",
        "dev.cleave.processors..",
        "dev.cleave.metrics.."
    };

    private static final String[] ABOVE_THE_RUNTIME = {
        "dev.cleave.agent..",
        "dev.cleave.benchmarks..",
        "dev.cleave.binding..",
        "dev.cleave.cli..",
        "dev.cleave.detector..",
        "dev.cleave.manager..",
        "dev.cleave.maven..",
        "dev.cleave.profiler..",
        "dev.cleave.weaver.."
    };

    private static final ArchRule LAYERS =
            layeredArchitecture()
                    .consideringOnlyDependenciesInLayers()
                    .withOptionalLayers(true)
                    .layer("cli")
                    .definedBy("dev.cleave.cli..")
                    .layer("detector")
                    .definedBy("dev.cleave.detector..")
                    .layer("profiler")
                    .definedBy("dev.cleave.profiler..")
                    .layer("maven")
                    .definedBy("dev.cleave.maven..")
                    .layer("agent")
                    .definedBy("dev.cleave.agent..")
                    .layer("weaver")
                    .definedBy("dev.cleave.weaver..")
                    .layer("manager")
                    .definedBy("dev.cleave.manager..")
                    .layer("binding")
                    .definedBy("dev.cleave.binding..")
                    .layer("benchmarks")
                    .definedBy("dev.cleave.benchmarks..")
                    .layer("runtime")
                    .definedBy(RUNTIME)
                    .whereLayer("cli")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("detector")
                    .mayOnlyAccessLayers("weaver", "manager", "runtime")
                    .whereLayer("profiler")
                    .mayOnlyAccessLayers("runtime")
                    .whereLayer("maven")
                    .mayOnlyAccessLayers("detector", "weaver", "runtime")
                    .whereLayer("maven")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("agent")
                    .mayOnlyAccessLayers("weaver", "runtime")
                    .whereLayer("weaver")
                    .mayOnlyAccessLayers("runtime")
                    .whereLayer("manager")
                    .mayOnlyAccessLayers("runtime")
                    .whereLayer("binding")
                    .mayOnlyAccessLayers("runtime")
                    .whereLayer("benchmarks")
                    .mayOnlyAccessLayers("runtime")
                    .whereLayer("runtime")
                    .mayNotAccessAnyLayer();

    private static final ArchRule LAYERS_OF_THE_DETECTOR =
            layeredArchitecture()
                    .consideringOnlyDependenciesInLayers()
                    .layer("entry")
                    .definedBy("dev.cleave.detector")
                    .layer("reports")
                    .definedBy("dev.cleave.detector.reports")
                    .layer("repairs")
                    .definedBy("dev.cleave.detector.repairs")
                    .layer("checks")
                    .definedBy("dev.cleave.detector.checks")
                    .layer("program")
                    .definedBy("dev.cleave.detector.program")
                    .layer("sources")
                    .definedBy("dev.cleave.detector.sources")
                    .layer("findings")
                    .definedBy("dev.cleave.detector.findings")
                    .whereLayer("entry")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("reports")
                    .mayOnlyAccessLayers("checks", "program", "sources", "findings")
                    .whereLayer("repairs")
                    .mayOnlyAccessLayers("checks", "program", "sources", "findings")
                    .whereLayer("checks")
                    .mayOnlyAccessLayers("program", "sources", "findings")
                    .whereLayer("program")
                    .mayOnlyAccessLayers("sources", "findings")
                    .whereLayer("sources")
                    .mayOnlyAccessLayers("findings")
                    .whereLayer("findings")
                    .mayNotAccessAnyLayer();

    /** JFR and JMX belong to the JDK, and are how metrics leave. */
    private static final ArchRule RUNTIME_NEEDS_ONLY_JAVA =
            classes()
                    .that()
                    .resideInAnyPackage(RUNTIME)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            Stream.of(
                                            Stream.of(RUNTIME),
                                            Stream.of("java..", "javax.management..", "jdk.jfr.."))
                                    .flatMap(packages -> packages)
                                    .toArray(String[]::new));

    /** A comparison with java.util.concurrent must not run our own pool on both sides. */
    private static final ArchRule PEER_PROGRAMS_USE_NO_RUNTIME =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.cleave.benchmarks.programs.juc..",
                            "dev.cleave.benchmarks.programs.wrong..",
                            "dev.cleave.benchmarks.programs.right..",
                            "dev.cleave.benchmarks.programs.repaired..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(RUNTIME)
                    .allowEmptyShould(true);

    private static final ArchRule EVERY_CLASS_IS_IN_A_LAYER =
            classes()
                    .should()
                    .resideInAnyPackage(
                            Stream.of(Stream.of(RUNTIME), Stream.of(ABOVE_THE_RUNTIME))
                                    .flatMap(packages -> packages)
                                    .toArray(String[]::new));

    /** Stress tests of package-private classes share the runtime's packages; they are tests. */
    private static final ImportOption NO_STRESS_TESTS =
            location ->
                    !location.contains("cleave-stress") && !location.contains("/stress/target/");

    private static final JavaClasses CLEAVE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(NO_STRESS_TESTS)
                    .importPackages("dev.cleave");

    @Test
    void eachLayerUsesOnlyThoseBelowIt() {
        LAYERS.check(CLEAVE);
        LAYERS_OF_THE_DETECTOR.check(CLEAVE);
    }

    @Test
    void theRuntimeNeedsNothingButJava() {
        RUNTIME_NEEDS_ONLY_JAVA.check(CLEAVE);
    }

    @Test
    void theProgramsOfThePeerUseNoRuntimeOfOurs() {
        PEER_PROGRAMS_USE_NO_RUNTIME.check(CLEAVE);
    }

    @Test
    void everyClassIsInALayer() {
        EVERY_CLASS_IS_IN_A_LAYER.check(CLEAVE);
    }

    @Test
    void theClassesOfTheModulesAreReallyThere() {
        assertTrue(CLEAVE.contain(Main.class), "cli");
        assertTrue(CLEAVE.contain(dev.cleave.ForkJoinPool.class), "runtime");
        assertTrue(CLEAVE.contain(dev.cleave.weaver.Weaver.class), "weaver");
        assertTrue(CLEAVE.contain(dev.cleave.binding.LinuxThreadBinding.class), "binding");
        assertTrue(CLEAVE.contain(dev.cleave.profiler.Profile.class), "profiler");
        assertTrue(CLEAVE.contain(dev.cleave.detector.Detector.class), "detector");
        assertTrue(
                CLEAVE.stream()
                        .anyMatch(it -> it.getPackageName().startsWith("dev.cleave.benchmarks")),
                "benchmarks");
        assertTrue(CLEAVE.contain(dev.cleave.profiler.simulator.Simulation.class), "profiler");
    }

    @Test
    void aViolationWouldBeFound() {
        JavaClasses broken = new ClassFileImporter().importClasses(LooksUpward.class, Main.class);
        assertTrue(LAYERS.evaluate(broken).hasViolation(), "layers");
        assertTrue(RUNTIME_NEEDS_ONLY_JAVA.evaluate(broken).hasViolation(), "runtime");
        JavaClasses stranger = new ClassFileImporter().importClasses(String.class);
        assertTrue(EVERY_CLASS_IS_IN_A_LAYER.evaluate(stranger).hasViolation(), "every class");
        assertFalse(
                RUNTIME_NEEDS_ONLY_JAVA
                        .evaluate(
                                new ClassFileImporter().importClasses(dev.cleave.Scheduling.class))
                        .hasViolation(),
                "no violation");
    }
}
