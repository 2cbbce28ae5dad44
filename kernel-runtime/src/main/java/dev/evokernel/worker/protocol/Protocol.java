package dev.evokernel.worker.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.measure.StoppingRule;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The format of requests and replies: one JSON object each, of plain data. Messages to other hosts
 * have an equal format.
 */
public final class Protocol {

  /** Version of the records; raised with every change. Both sides must agree. */
  public static final int VERSION = 18;

  public static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new SimpleModule().addDeserializer(Samples.class, new SamplesReader()))
          .addMixIn(Value.class, PlainValue.class)
          .addMixIn(Samples.class, PlainSamples.class)
          .addMixIn(Outcome.class, Kinds.class)
          .addMixIn(MiniatureOutcome.class, Kinds.class)
          .addMixIn(Compilation.class, Kinds.class)
          .addMixIn(FinalsAttempt.class, Kinds.class)
          .addMixIn(StoppingRule.class, Kinds.class)
          .build();

  private Protocol() {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface Kinds {}

  private interface PlainValue {

    @JsonValue
    Object plain();

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Value ofPlain(Object plain) {
      return Value.ofPlain(plain);
    }
  }

  private interface PlainSamples {

    @JsonValue
    double[] nanos();
  }

  private static final class SamplesReader extends ValueDeserializer<Samples> {
    @Override
    public Samples deserialize(JsonParser json, DeserializationContext context) {
      return Samples.of(json.readValueAs(double[].class));
    }
  }
}
