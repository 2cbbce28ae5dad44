package dev.evokernel.backend.file;

import module java.base;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The process of a baseline, of a build command, of a check or of Python functions. Each question
 * is one line of JSON on its standard input, and each answer one line on its standard output.
 * Messages quote the last line of standard error; the rest is discarded.
 *
 * <p>The process belongs to the worker's process group, so it never outlives the worker. A process
 * that shares its cores with the timed programs is stopped (SIGSTOP) between questions, because the
 * threads of a library spin for a while after their work.
 */
public final class ToolProcess implements AutoCloseable {

  private static final int LONGEST_LINE = 1 << 20;
  private static final int LINES_AHEAD = 16;
  private static final int QUOTED = 80;
  private static final Path NO_LOG = Path.of("/dev/null");
  private static final Duration PARTING = Duration.ofMillis(500);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  /**
   * The environment of tools. Without the variable, Python leaves __pycache__ folders next to the
   * scripts.
   */
  private static final Map<String, String> ENVIRONMENT =
      Map.of("LC_ALL", "C.UTF-8", "PYTHONDONTWRITEBYTECODE", "1");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Kind of questions, which the first question names together with their version. */
  public enum Exchange {
    BASELINE("evo_baseline", "OpenBLAS 0.3.21"),
    BUILD("evo_build", "triton 3.6.0"),
    CHECK("evo_check", "its name"),
    PYTHON("evo_python", "Python 3.13");

    public static final int VERSION = 1;

    private final String key;
    private final String example;

    /** The example is the name of a ready program, for messages. */
    Exchange(String key, String example) {
      this.key = key;
      this.example = example;
    }

    public Map<String, Object> opening(String subject) {
      var question = new LinkedHashMap<String, Object>();
      question.put("open", subject);
      question.put(key, VERSION);
      return question;
    }
  }

  private final Process process;
  private final boolean rests;
  private final OutputLog log;
  private final BlockingQueue<Line> lines = new ArrayBlockingQueue<>(LINES_AHEAD);
  private final Thread listener;
  private volatile boolean usable = true;

  private record Line(String text, boolean isEnd) {
    static final Line END = new Line("", true);
  }

  private ToolProcess(Process process, boolean rests, OutputLog log) {
    this.process = process;
    this.rests = rests;
    this.log = log;
    // Reading from a pipe would pin a virtual thread's carrier.
    this.listener = Thread.ofPlatform().daemon().name("tool").unstarted(this::listen);
    listener.start();
  }

  /**
   * @param environment variables added to this process's own
   * @param rests whether the process is stopped between an answer and the next question
   * @throws ToolFailure if the process cannot be started
   */
  public static ToolProcess start(
      List<String> words, Path folder, Map<String, String> environment, boolean rests) {
    var builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().putAll(ENVIRONMENT);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      return new ToolProcess(process, rests, new OutputLog(process.getErrorStream(), NO_LOG));
    } catch (IOException e) {
      throw new ToolFailure(
          "'%s' cannot be started: %s. Install it or correct the command."
              .formatted(words.getFirst(), e.getMessage()));
    }
  }

  /**
   * Checks whether the process can be asked again: it is alive, and each of its lines was an
   * answer.
   */
  public boolean isUsable() {
    return usable;
  }

  /**
   * Asks and waits for the answer. A process that exceeds the limit, or prints anything else, is
   * killed.
   *
   * @param question whose first key names it
   * @throws ToolFailure if there is no answer, or if the answer is a refusal, after which the
   *     process can be asked again
   */
  public JsonNode ask(Map<String, Object> question, Duration limit) {
    send(question);
    return answer(name(question), limit);
  }

  private static String name(Map<String, Object> question) {
    return question.keySet().iterator().next();
  }

  public JsonNode open(String subject, Exchange exchange, Duration limit) {
    send(exchange.opening(subject));
    return opened(exchange, limit);
  }

  /**
   * Waits for the answer to the question 'open', which was sent.
   *
   * @return the answer, which names the ready program
   * @throws ToolFailure if the process speaks another version, or names nothing
   */
  public JsonNode opened(Exchange exchange, Duration limit) {
    JsonNode answer = answer("open", limit);
    int spoken = answer.path(exchange.key).asInt(0);
    if (spoken != Exchange.VERSION) {
      throw lost(
          "speaks version %s of the exchange, and evo speaks %s"
              .formatted(spoken == 0 ? "(none given)" : spoken, Exchange.VERSION));
    }
    if (ready(answer).isEmpty()) {
      throw lost(
          "answered 'open' without saying what is ready, for example {\"ready\": \"%s\"}"
              .formatted(exchange.example));
    }
    return answer;
  }

  public static String ready(JsonNode answer) {
    return answer.path("ready").asString("").strip();
  }

  /**
   * Sends a question. Other processes can be asked before its answer is awaited.
   *
   * @throws ToolFailure if the process ended or printed anything before
   */
  public void send(Map<String, Object> question) {
    Line unasked = lines.peek();
    if (unasked != null && !unasked.isEnd()) {
      throw lost("said %s without being asked".formatted(quoted(unasked.text())));
    }
    wake();
    try {
      String asked = JSON.writeValueAsString(question) + "\n";
      process.getOutputStream().write(asked.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw ended(name(question));
    }
  }

  private JsonNode answer(String name, Duration limit) {
    Line answer;
    try {
      answer = lines.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    if (answer == null) {
      kill();
      throw new ToolFailure(
          "It gave no answer to '%s' in %s s and was killed."
              .formatted(
                  name,
                  limit.toMillis() % 1000 == 0
                      ? String.valueOf(limit.toSeconds())
                      : String.valueOf(limit.toMillis() / 1000.0)),
          /* timedOut= */ true);
    }
    if (answer.isEnd()) {
      throw ended(name);
    }
    if (rests && process.isAlive()) {
      ProcessGroup.halt(process.pid());
    }
    return understood(name, answer.text());
  }

  private void wake() {
    if (rests && process.isAlive()) {
      ProcessGroup.resume(process.pid());
    }
  }

  private JsonNode understood(String question, String line) {
    JsonNode answer;
    try {
      answer = JSON.readTree(line);
    } catch (JacksonException e) {
      answer = JSON.missingNode();
    }
    if (!answer.isObject()) {
      throw lost(
          "answered '%s' with %s, which is no JSON object; messages belong on standard error"
              .formatted(question, quoted(line)));
    }
    if (answer.hasNonNull("refused")) {
      throw new ToolFailure(answer.get("refused").asString("it refused"));
    }
    return answer;
  }

  /**
   * Kills the process.
   *
   * @param what completes "it …"
   */
  public ToolFailure lost(String what) {
    kill();
    return new ToolFailure("It " + what + ".");
  }

  private ToolFailure ended(String question) {
    boolean byItself;
    String last;
    try {
      byItself = process.waitFor(PARTING.toNanos(), TimeUnit.NANOSECONDS);
      kill();
      last = log.lastLine();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    return new ToolFailure(
        "It ended%s when asked to '%s'%s"
            .formatted(
                byItself ? " with status " + process.exitValue() : "",
                question,
                last.isEmpty() ? " and said nothing." : ": " + last));
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    return new IllegalStateException("The thread of a worker must not be interrupted.", e);
  }

  /** Closes the input of the process, waits up to 500 ms for its end, and then kills it. */
  @Override
  public void close() {
    wake();
    try {
      process.getOutputStream().close();
      process.waitFor(PARTING.toNanos(), TimeUnit.NANOSECONDS);
    } catch (IOException e) {
      // The process has already ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /**
   * Kills the process with its descendants and waits for their end, because they would disturb
   * later timing, and for the end of its pipes, which would count as a candidate's.
   */
  private void kill() {
    usable = false;
    List<ProcessHandle> started = process.descendants().toList();
    ProcessGroup.killMember(process);
    started.forEach(ProcessHandle::destroyForcibly);
    lines.clear(); // The listening thread may be waiting for room in the queue.
    try {
      process.waitFor(END_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      listener.join(PARTING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen() {
    try (InputStream stream = process.getInputStream()) {
      var line = new ByteArrayOutputStream();
      int next = stream.read();
      while (usable && next >= 0) {
        if (next == '\n' || line.size() == LONGEST_LINE) {
          lines.put(new Line(line.toString(StandardCharsets.UTF_8), false));
          line.reset();
        } else {
          line.write(next);
        }
        next = stream.read();
      }
      lines.put(Line.END);
    } catch (IOException e) {
      var _ = lines.offer(Line.END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String quoted(String line) {
    return "'%s'"
        .formatted(line.length() > QUOTED ? line.substring(0, QUOTED) + "…" : line.strip());
  }
}
