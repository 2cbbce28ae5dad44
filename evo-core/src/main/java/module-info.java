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
  exports dev.evokernel.cli.options;
  exports dev.evokernel.comparison;
  exports dev.evokernel.config;
  exports dev.evokernel.tuning.session;
  exports dev.evokernel.finals;
  exports dev.evokernel.health;
  exports dev.evokernel.replay;
  exports dev.evokernel.report;
  exports dev.evokernel.report.document;
  exports dev.evokernel.run;
  exports dev.evokernel.run.device;
  exports dev.evokernel.run.evaluation;
  exports dev.evokernel.run.listen;
  exports dev.evokernel.run.record;
  exports dev.evokernel.search;
  exports dev.evokernel.search.population;
  exports dev.evokernel.search.variation;
  exports dev.evokernel.seeding;
  exports dev.evokernel.space;
  exports dev.evokernel.space.binding;
  exports dev.evokernel.spec;
  exports dev.evokernel.stats;
  exports dev.evokernel.stats.objective;
  exports dev.evokernel.store;
  exports dev.evokernel.surrogate;
  exports dev.evokernel.text;
  exports dev.evokernel.tuning.comparison;
  exports dev.evokernel.tuning.device;
  exports dev.evokernel.tuning.study;
  exports dev.evokernel.workers;

  uses dev.evokernel.cli.options.ActionOptions;
  uses dev.evokernel.cli.options.ExtensionCommand;
  uses dev.evokernel.cli.options.ResultFormat;
  uses dev.evokernel.cli.options.RunOptions;
  uses dev.evokernel.cli.options.SeedFormat;
  uses dev.evokernel.config.SectionReader;
}
