package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.tls.TlsStores;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.TlsFiles;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * Message broker in the coordinator's process. The broker keeps messages only in memory; lasting
 * data is in the store and in the workers' folders.
 */
final class FleetBroker implements AutoCloseable {

  /** Numbers that distinguish the brokers of one process. */
  private static final AtomicInteger SERVERS = new AtomicInteger(1);

  /**
   * Largest frame, in bytes, that an authenticated worker may send. By default the broker closes
   * the connection at 128 KiB, which results of finals exceed.
   */
  private static final String LARGEST_FRAME = "coreMaxFrameSize";

  private final ActiveMQServer server;
  private final int number;
  private final String password;
  private final FleetAddress address;
  private final Optional<FleetSecret> secret;

  private FleetBroker(
      ActiveMQServer server,
      int number,
      String password,
      FleetAddress address,
      Optional<FleetSecret> secret) {
    this.server = server;
    this.number = number;
    this.password = password;
    this.address = address;
    this.secret = secret;
  }

  /**
   * Starts to listen. Without TLS, the secret that workers need is in its file before.
   *
   * @throws EnvironmentException if the port is in use, or a TLS file is unusable
   */
  static FleetBroker start(FleetSettings settings) {
    BrokerConnection.prepare();
    int number = SERVERS.getAndIncrement();
    byte[] secret = new byte[32];
    new java.security.SecureRandom().nextBytes(secret);
    String password = HexFormat.of().formatHex(secret);
    settings.tls().ifPresent(TlsStores::require);
    FleetAddress listen = freePort(settings.listen());
    Optional<FleetSecret> drawn =
        settings.tls().isPresent()
            ? Optional.empty()
            : Optional.of(FleetSecret.draw(FleetSecret.file(listen.port())));
    var security = new BrokerSecurity(password, drawn.map(FleetSecret::ofWorkers).orElse(""));
    ActiveMQServer server = new ActiveMQServerImpl(configuration(settings, number), null, security);
    server
        .getConfiguration()
        .addAcceptorConfiguration(
            new TransportConfiguration(
                NettyAcceptorFactory.class.getName(), network(listen, settings.tls()), "workers"));
    try {
      server.start();
    } catch (Exception e) {
      stop(server);
      throw new EnvironmentException(
          "The fleet's broker cannot listen at %s: %s."
              .formatted(listen, e instanceof BindException ? "the port is in use" : e),
          e);
    }
    return new FleetBroker(server, number, password, listen, drawn);
  }

  /** Resolves port 0 to a free port, and fails early if the address cannot be listened at. */
  private static FleetAddress freePort(FleetAddress listen) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(listen.host()), listen.port()));
      return listen.at(socket.getLocalPort());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The fleet cannot listen at %s: %s. Maybe another run uses the port. Name another port, for example --fleet %s."
              .formatted(listen, e.getMessage(), listen.at(listen.port() % 65_535 + 1)),
          e);
    }
  }

  private static ConfigurationImpl configuration(FleetSettings settings, int number) {
    var configuration = new ConfigurationImpl();
    configuration
        .setName("evo-" + settings.listen().port() + "-" + number)
        .setPersistenceEnabled(false)
        .setSecurityEnabled(true)
        .setJMXManagementEnabled(false)
        .setMessageCounterEnabled(false)
        .setResolveProtocols(false)
        .setPopulateValidatedUser(true)
        .setGracefulShutdownEnabled(false)
        .setSecurityInvalidationInterval(0)
        .setCriticalAnalyzer(false)
        .addAddressSetting(
            "#",
            new AddressSettings()
                .setAutoCreateQueues(false)
                .setAutoCreateAddresses(true)
                .setMaxDeliveryAttempts(-1));
    Map<String, Object> within = new HashMap<>();
    within.put(
        org.apache.activemq.artemis.core.remoting.impl.invm.TransportConstants.SERVER_ID_PROP_NAME,
        number);
    configuration.addAcceptorConfiguration(
        new TransportConfiguration(InVMAcceptorFactory.class.getName(), within, "coordinator"));
    return configuration;
  }

  private static Map<String, Object> network(FleetAddress listen, Optional<TlsFiles> tls) {
    Map<String, Object> settings = BrokerConnection.transport(listen, tls);
    settings.put(TransportConstants.PROTOCOLS_PROP_NAME, "CORE");
    settings.put(TransportConstants.NEED_CLIENT_AUTH_PROP_NAME, tls.isPresent());
    settings.put(LARGEST_FRAME, 2 * BrokerConnection.LARGEST_OF_WORKER);
    return settings;
  }

  /** Address at which the broker listens, with the actual port. */
  FleetAddress address() {
    return address;
  }

  /**
   * Opens the coordinator's connection.
   *
   * @throws EnvironmentException if the broker does not respond
   */
  BrokerConnection connection(String evoVersion) {
    try {
      return BrokerConnection.within(
          number,
          BrokerSecurity.COORDINATOR,
          password,
          evoVersion,
          secret.map(FleetSecret::ofCoordinator).orElse(""));
    } catch (FleetConnectionException e) {
      throw new EnvironmentException("The fleet's broker does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (secret.isPresent()) {
      try {
        Files.deleteIfExists(FleetSecret.file(address.port()));
      } catch (IOException e) {
        // Worthless without this broker.
      }
    }
    stop(server);
  }

  private static void stop(ActiveMQServer server) {
    try {
      server.stop();
    } catch (Exception e) {
      // The broker holds no lasting data.
    }
  }
}
