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
  requires transitive tools.jackson.databind;

  exports dev.evokernel.api;
  exports dev.evokernel.cli;
  exports dev.evokernel.comparison;
  exports dev.evokernel.config;
  exports dev.evokernel.tuning;
  exports dev.evokernel.finals;
  exports dev.evokernel.health;
  exports dev.evokernel.replay;
  exports dev.evokernel.report;
  exports dev.evokernel.run;
  exports dev.evokernel.search;
  exports dev.evokernel.seeding;
  exports dev.evokernel.space;
  exports dev.evokernel.spec;
  exports dev.evokernel.stats;
  exports dev.evokernel.store;
  exports dev.evokernel.surrogate;
  exports dev.evokernel.text;
  exports dev.evokernel.workers;

  uses dev.evokernel.cli.ExtensionCommand;
  uses dev.evokernel.cli.ExtensionOptions;
  uses dev.evokernel.cli.ResultFormat;
  uses dev.evokernel.cli.SeedFormat;
  uses dev.evokernel.config.SectionReader;
}
