package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class ForwardingWorkspaceTest {

  /** Overloads that call another method of the same workspace. */
  private static final Set<String> OVERLOADS =
      Set.of("prepare(long)", "poison()", "compare()", "outputDigest()");

  /** A method that is not forwarded hides what the workspace says, such as a disturbed batch. */
  @Test
  void everyMethodOfAWorkspace_isForwarded() {
    assertThat(signatures(ForwardingWorkspace.class))
        .containsAll(
            signatures(Workspace.class).stream()
                .filter(Predicate.not(OVERLOADS::contains))
                .toList());
  }

  private static Set<String> signatures(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic() && !Modifier.isStatic(method.getModifiers()))
        .map(
            method ->
                method.getName()
                    + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.toSet());
  }
}
