package dev.evokernel.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.sun.management.ThreadMXBean;
import dev.evokernel.kernel.yaml.InvalidFileException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every mutation of a file is either accepted or refused with one clear message, in bounded time
 * and memory: a trace, an endless message or exhausted memory is a bug.
 *
 * <p>{@code -Devo.mutations=5000} tries more of them, and {@code -Devo.mutation=SEED} one again.
 */
public abstract class MutatedFiles {

  protected static final int MUTATIONS = Integer.getInteger("evo.mutations", 60);

  private static final int LONGEST_MESSAGE = 5000;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long MOST_BYTES = 1L << 30;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir protected Path folder;

  private final List<String> bugs = new ArrayList<>();

  /** Reads a file, or refuses it. */
  protected interface Reader {
    void read(Path file);
  }

  @AfterEach
  void reportBugs() {
    assertThat(bugs).isEmpty();
  }

  protected final void attemptAll(Path file, int count, Reader reader) throws IOException {
    String good = Files.readString(file);
    reader.read(file);
    Integer only = Integer.getInteger("evo.mutation");
    for (int seed = only == null ? 0 : only; seed < (only == null ? count : only + 1); seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      Files.writeString(file, new Mutator(random).mutated(good));
      attempt("evo.mutation=" + seed, file, reader);
    }
    Files.writeString(file, good);
  }

  protected final void attempt(String what, Path file, Reader reader) {
    String name = what + " of " + file;
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    try {
      reader.read(file);
    } catch (InvalidFileException e) {
      String message = String.valueOf(e.getMessage());
      boolean clear =
          message.contains(String.valueOf(file.getFileName()))
              && message.length() < LONGEST_MESSAGE
              && !message.contains("Exception")
              && !message.matches("(?s).*[\\p{Cc}&&[^\n\t]].*");
      if (!clear) {
        bugs.add(name + ": " + message);
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      bugs.add(name + ": " + e + trace(e));
    }
    Duration spent = Duration.ofNanos(System.nanoTime() - start);
    bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
    if (spent.compareTo(LONGEST) > 0 || bytes > MOST_BYTES) {
      bugs.add("%s: took %s and %,d bytes".formatted(name, spent, bytes));
    }
  }

  private static String trace(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.evokernel"))
        .limit(4)
        .map(frame -> "\n  at " + frame)
        .collect(Collectors.joining());
  }
}
