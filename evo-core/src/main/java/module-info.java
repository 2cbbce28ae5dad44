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
  exports dev.evokernel.certificates;
  exports dev.evokernel.cli;
  exports dev.evokernel.cli.extension;
  exports dev.evokernel.cli.options;
  exports dev.evokernel.cli.study;
  exports dev.evokernel.cli.terminal;
  exports dev.evokernel.comparison;
  exports dev.evokernel.config;
  exports dev.evokernel.tuning.session;
  exports dev.evokernel.finals;
  exports dev.evokernel.health;
  exports dev.evokernel.replay;
  exports dev.evokernel.report;
  exports dev.evokernel.report.document;
  exports dev.evokernel.report.render;
  exports dev.evokernel.report.text;
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
  exports dev.evokernel.store.file;
  exports dev.evokernel.store.lock;
  exports dev.evokernel.store.query;
  exports dev.evokernel.store.record;
  exports dev.evokernel.store.run;
  exports dev.evokernel.store.sql;
  exports dev.evokernel.surrogate;
  exports dev.evokernel.text;
  exports dev.evokernel.tuning.comparison;
  exports dev.evokernel.tuning.device;
  exports dev.evokernel.tuning.study;
  exports dev.evokernel.workers;

  uses dev.evokernel.cli.extension.ActionOptions;
  uses dev.evokernel.cli.extension.ExtensionCommand;
  uses dev.evokernel.cli.extension.ResultFormat;
  uses dev.evokernel.cli.extension.RunOptions;
  uses dev.evokernel.cli.extension.SeedFormat;
  uses dev.evokernel.config.SectionReader;
}
