/**
 * Search space, search, scheduling, results, reports, the command line; and the library.
 *
 * <p>Open, because Jackson reads records of the store, picocli the commands, and the runtime the
 * schema of {@code evo.yaml}.
 */
@SuppressWarnings("requires-automatic") // Micrometer and the Prometheus endpoint
open module dev.evokernel {
  requires de.siegmar.fastcsv;
  requires transitive dev.evokernel.runtime;
  requires info.picocli;
  requires io.jenetics.base;
  requires io.jenetics.ext;
  requires io.prometheus.metrics.exporter.httpserver;
  requires io.prometheus.metrics.model;
  requires java.management;
  requires java.sql;
  requires java.xml;
  requires jdk.httpserver; // the Prometheus endpoint's, which does not say so itself
  requires me.tongfei.progressbar;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires org.apache.commons.statistics.ranking;
  requires static transitive org.jspecify;
  requires org.xerial.sqlitejdbc;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.evokernel.api;
}
