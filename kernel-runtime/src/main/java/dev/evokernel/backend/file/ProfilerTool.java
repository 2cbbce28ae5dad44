package dev.evokernel.backend.file;

import java.nio.file.Path;

/** Way to use an installed profiler, which an extension provides. */
@FunctionalInterface
public interface ProfilerTool {

  Profiler at(Path executable);
}
