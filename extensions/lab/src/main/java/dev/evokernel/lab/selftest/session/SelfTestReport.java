package dev.evokernel.lab.selftest.session;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import org.jspecify.annotations.Nullable;

/**
 * Tables of a self-test.
 *
 * @param faults injected faults; empty if not requested
 * @param lies cheating kernels; empty if not requested
 */
public record SelfTestReport(String device, Optional<FaultTable> faults, Optional<LieTable> lies)
    implements Report {

  /** Whether every line of both tables is as expected. */
  public boolean isRight() {
    return faults.stream().allMatch(FaultTable::isRight)
        && lies.stream().allMatch(LieTable::isRight);
  }

  @Override
  public Document document() {
    List<Document> parts =
        Stream.concat(
                faults.stream().map(FaultTable::document), lies.stream().map(LieTable::document))
            .toList();
    List<Block> blocks = parts.stream().flatMap(part -> part.blocks().stream()).toList();
    var json = new LinkedHashMap<String, @Nullable Object>();
    parts.forEach(part -> json.putAll(fields(part)));
    json.put("right", isRight());
    return new Document(blocks, Data.Fields.of(json));
  }

  private static Map<String, @Nullable Object> fields(Document part) {
    return switch (part.data()) {
      case Data.Fields(var fields) -> fields;
      case Data.Records records -> throw new IllegalStateException("Not an object: " + records);
    };
  }
}
