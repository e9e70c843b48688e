package io.cistern.serving;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.system.ApplicationHome;

/** Finds the folders that models are configured to be in. */
final class ModelFolders {

    private final List<Path> bases;

    /** Looks in the working directory, then beside the jar. */
    ModelFolders() {
        this(List.of(
                Path.of(""), new ApplicationHome(ModelFolders.class).getDir().toPath()));
    }

    ModelFolders(List<Path> bases) {
        this.bases = bases;
    }

    Path find(ModelProperties model) {
        List<Path> searched = bases.stream()
                .map(base -> base.resolve(model.path()).toAbsolutePath().normalize())
                .distinct()
                .toList();
        return searched.stream()
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(() -> new ModelFolderNotFoundException(model.id(), searched));
    }
}
