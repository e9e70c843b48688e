package io.cistern.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

@AnalyzeClasses(packages = "io.cistern", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

    private static final DescribedPredicate<JavaClass> IN_A_NULL_MARKED_PACKAGE = DescribedPredicate.describe(
            "in a @NullMarked package",
            type -> type.getPackage()
                    .tryGetPackageInfo()
                    .filter(info -> info.isAnnotatedWith(NullMarked.class))
                    .isPresent());

    @ArchTest
    static final ArchRule arrowsPointFromHttpToTensors = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("api")
            .definedBy("io.cistern.api..")
            .layer("observability")
            .definedBy("io.cistern.observability..")
            .layer("serving")
            .definedBy("io.cistern.serving..")
            .layer("transcription")
            .definedBy("io.cistern.transcription..")
            .layer("generation")
            .definedBy("io.cistern.generation..")
            .layer("model")
            .definedBy("io.cistern.model..")
            .layer("cache")
            .definedBy("io.cistern.cache..")
            .layer("program")
            .definedBy("io.cistern.program..")
            .whereLayer("api")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("observability")
            .mayOnlyBeAccessedByLayers("api", "serving")
            .whereLayer("serving")
            .mayOnlyBeAccessedByLayers("api", "observability")
            .whereLayer("transcription")
            .mayOnlyBeAccessedByLayers("api", "observability", "serving")
            .whereLayer("generation")
            .mayOnlyBeAccessedByLayers("api", "observability", "serving", "transcription")
            .whereLayer("model")
            .mayOnlyBeAccessedByLayers("api", "observability", "serving", "transcription", "generation")
            .whereLayer("cache")
            .mayOnlyBeAccessedByLayers("api", "observability", "serving", "generation", "model")
            .whereLayer("program")
            .mayOnlyBeAccessedByLayers("api", "observability", "serving", "generation", "model", "cache")
            .because("a search that knows HTTP, or a cache that knows a model, cannot be tested or reused alone");

    @ArchTest
    static final ArchRule leavesKnowOnlyThemselves = noClasses()
            .that()
            .resideInAnyPackage("io.cistern.checkpoint..", "io.cistern.tokenization..", "io.cistern.audio..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.cistern..")
                    .and(not(resideInAPackage("io.cistern.checkpoint..")))
                    .and(not(resideInAPackage("io.cistern.tokenization..")))
                    .and(not(resideInAPackage("io.cistern.audio.."))))
            .because("files, text and sound are read without knowing what is computed from them");

    @ArchTest
    static final ArchRule leavesDoNotKnowEachOther = slices().matching("io.cistern.(checkpoint|tokenization|audio)..")
            .should()
            .notDependOnEachOther()
            .because("a tokenizer is no checkpoint reader");

    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("io.cistern.(*)..")
            .should()
            .beFreeOfCycles()
            .because("packages in a cycle are one package");

    @ArchTest
    static final ArchRule springStaysAtTheRim = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.cistern.api..", "io.cistern.serving..", "io.cistern.observability..", "io.cistern.settings..")
            .and()
            .haveSimpleNameNotEndingWith("Configuration")
            .and()
            .haveSimpleNameNotEndingWith("Properties")
            .and()
            .doNotHaveSimpleName("CisternApplication")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..")
            .because("models, caches and searches are plain Java that runs without a container");

    @ArchTest
    static final ArchRule tensorsStayWhereTheyAreOwned = noClasses()
            .that()
            .resideOutsideOfPackages("io.cistern.program..", "io.cistern.cache..", "io.cistern.model..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("ai.djl..").and(not(resideInAPackage("ai.djl.huggingface.tokenizers.."))))
            .because("native memory has an owner, and only these packages know who it is");

    @ArchTest
    static final ArchRule nativeTokenizersStayInTokenization = noClasses()
            .that()
            .resideOutsideOfPackage("io.cistern.tokenization..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("ai.djl.huggingface..")
            .because("text becomes ids behind TextTokenizer and nowhere else");

    @ArchTest
    static final ArchRule nativeDecodersStayInAudio = noClasses()
            .that()
            .resideOutsideOfPackage("io.cistern.audio..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..")
            .because("an upload meets native code behind AudioDecoder, which bounds it, and nowhere else");

    @ArchTest
    static final ArchRule jsonIsReadByOneLibrary = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("com.fasterxml.jackson..")
                    .and(not(resideInAPackage("com.fasterxml.jackson.annotation.."))))
            .because(
                    "Boot reads and writes with Jackson 3 (tools.jackson); the older one only comes along with springdoc");

    @ArchTest
    static final ArchRule packagesAreNullMarked =
            classes().should(be(IN_A_NULL_MARKED_PACKAGE)).because("NullAway looks only at packages that say so");

    @ArchTest
    static final ArchRule nothingPrints =
            NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.because("operators read logs, which have levels and times");

    @ArchTest
    static final ArchRule nothingIsInjectedIntoFields =
            NO_CLASSES_SHOULD_USE_FIELD_INJECTION.because("final fields and a constructor say what a class needs");
}
