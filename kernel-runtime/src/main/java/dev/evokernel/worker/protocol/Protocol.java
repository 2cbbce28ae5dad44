package dev.evokernel.worker.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.value.Value;
import dev.evokernel.measure.StoppingRule;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The format of requests and replies: one JSON object each, of plain data. Messages to other hosts
 * have an equal format.
 */
public final class Protocol {

  /** Version of the records; raised with every change. Both sides must agree. */
  public static final int VERSION = 14;

  /** The mapper of all messages. */
  public static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(
              new SimpleModule("evo")
                  .addSerializer(Value.class, new ValueWriter())
                  .addDeserializer(Value.class, new ValueReader())
                  .addSerializer(Samples.class, new SamplesWriter())
                  .addDeserializer(Samples.class, new SamplesReader()))
          .addMixIn(Outcome.class, Kinds.class)
          .addMixIn(MiniatureOutcome.class, Kinds.class)
          .addMixIn(Compilation.class, Kinds.class)
          .addMixIn(FinalsAttempt.class, Kinds.class)
          .addMixIn(StoppingRule.class, Kinds.class)
          .build();

  private Protocol() {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface Kinds {}

  private static final class ValueWriter extends ValueSerializer<Value> {
    @Override
    public void serialize(Value value, JsonGenerator json, SerializationContext context) {
      json.writePOJO(value.plain());
    }
  }

  private static final class ValueReader extends ValueDeserializer<Value> {
    @Override
    public Value deserialize(JsonParser json, DeserializationContext context) {
      return Value.ofPlain(json.readValueAs(Object.class));
    }
  }

  private static final class SamplesWriter extends ValueSerializer<Samples> {
    @Override
    public void serialize(Samples samples, JsonGenerator json, SerializationContext context) {
      double[] nanos = samples.nanos();
      json.writeArray(nanos, 0, nanos.length);
    }
  }

  private static final class SamplesReader extends ValueDeserializer<Samples> {
    @Override
    public Samples deserialize(JsonParser json, DeserializationContext context) {
      return Samples.of(json.readValueAs(double[].class));
    }
  }
}
