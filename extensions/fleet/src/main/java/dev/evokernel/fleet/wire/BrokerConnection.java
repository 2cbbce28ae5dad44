package dev.evokernel.fleet.wire;

import module java.base;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/**
 * Connection of one side to the broker, with one queue to receive from and any to send to. Several
 * threads may send; one receives. A lost connection stays lost.
 */
public final class BrokerConnection implements AutoCloseable {

  /** Largest message, in bytes. The broker would write a larger message to a file. */
  private static final int LARGEST = Integer.MAX_VALUE - 1024;

  /** Largest message of a worker, in bytes; results have less than a megabyte. */
  public static final int LARGEST_OF_WORKER = 16 << 20;

  /** Interval of checks; a connection is given up after twice the time. */
  private static final Duration CHECK = Duration.ofSeconds(5);

  /**
   * Received message.
   *
   * @param sender the sender's user at the broker
   * @param protocol the sender's protocol
   * @param evo the sender's version
   * @param proof the sender's proof of the fleet's secret; empty without one
   * @param bytes empty for a message larger than a worker may send
   */
  @SuppressWarnings("ArrayRecordComponent")
  public // Never compared.
  record Received(String sender, String protocol, String evo, String proof, byte[] bytes) {}

  private final ServerLocator locator;
  private final ClientSessionFactory factory;
  private final ClientSession sending;
  private final ClientSession receiving;
  private final ClientProducer producer;
  private final ClientConsumer consumer;
  private final String evoVersion;
  private final String proof;
  private final int largest;
  private volatile boolean givenUp;

  /** Thread for sending, since an interrupt during a packet would break the connection. */
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("fleet-send").factory());

  private BrokerConnection(
      ServerLocator locator,
      ClientSessionFactory factory,
      String user,
      String password,
      String queue,
      String evoVersion,
      String proof)
      throws ActiveMQException {
    this.locator = locator;
    this.factory = factory;
    this.evoVersion = evoVersion;
    this.proof = proof;
    this.largest = queue.equals(FleetQueues.COORDINATOR) ? LARGEST_OF_WORKER : LARGEST;
    this.sending = factory.createSession(user, password, false, true, true, false, 0);
    this.receiving = factory.createSession(user, password, false, true, true, false, 0);
    declare(queue);
    this.producer = sending.createProducer();
    this.consumer = receiving.createConsumer(queue);
    receiving.start();
  }

  private void declare(String queue) throws ActiveMQException {
    try {
      receiving.createQueue(
          QueueConfiguration.of(queue)
              .setAddress(queue)
              .setRoutingType(RoutingType.ANYCAST)
              .setDurable(false)
              .setAutoCreateAddress(true));
    } catch (ActiveMQQueueExistsException e) {
      // The queue of an earlier connection, with messages sent since.
    }
  }

  /**
   * Connects the coordinator, within its process.
   *
   * @param server the number of the broker
   * @param proof the coordinator's proof of the fleet's secret; empty without one
   */
  public static BrokerConnection within(
      int server, String user, String password, String evoVersion, String proof)
      throws FleetConnectionException {
    return connect(
        new TransportConfiguration(
            InVMConnectorFactory.class.getName(),
            Map.of(
                org.apache.activemq.artemis.core.remoting.impl.invm.TransportConstants
                    .SERVER_ID_PROP_NAME,
                server)),
        user,
        password,
        FleetQueues.COORDINATOR,
        evoVersion,
        proof);
  }

  /**
   * Connects a worker.
   *
   * @param password the worker's own; with a secret of the fleet, after the worker's proof
   */
  public static BrokerConnection to(
      FleetAddress address, Optional<TlsFiles> tls, String user, String password, String evoVersion)
      throws FleetConnectionException {
    Map<String, Object> settings = transport(address, tls);
    settings.put(TransportConstants.VERIFY_HOST_PROP_NAME, tls.isPresent());
    settings.put(TransportConstants.NETTY_CONNECT_TIMEOUT, (int) CHECK.toMillis());
    return connect(
        new TransportConfiguration(NettyConnectorFactory.class.getName(), settings),
        user,
        password,
        FleetQueues.worker(user),
        evoVersion,
        "");
  }

  private static BrokerConnection connect(
      TransportConfiguration transport,
      String user,
      String password,
      String queue,
      String evoVersion,
      String proof)
      throws FleetConnectionException {
    prepare();
    ServerLocator locator = ActiveMQClient.createServerLocatorWithoutHA(transport);
    locator
        .setReconnectAttempts(0)
        .setInitialConnectAttempts(1)
        .setClientFailureCheckPeriod(CHECK.toMillis())
        .setConnectionTTL(CHECK.multipliedBy(4).toMillis())
        .setCallTimeout(CHECK.multipliedBy(4).toMillis())
        .setBlockOnNonDurableSend(true)
        .setMinLargeMessageSize(LARGEST)
        .setUseGlobalPools(false)
        .setThreadPoolMaxSize(4)
        .setScheduledThreadPoolMaxSize(1);
    try {
      ClientSessionFactory factory = locator.createSessionFactory();
      return new BrokerConnection(locator, factory, user, password, queue, evoVersion, proof);
    } catch (Exception e) {
      closeQuietly(locator);
      throw new FleetConnectionException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Closes despite an interrupt; the locator's threads end by themselves. */
  private static void closeQuietly(ServerLocator locator) {
    try {
      locator.close();
    } catch (ActiveMQInterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends a message; returns once the broker has it, even if this thread is interrupted. */
  public void send(String queue, byte[] bytes) throws FleetConnectionException {
    boolean interrupted = false;
    try {
      Future<?> sent =
          sender.submit(
              () -> {
                sendNow(queue, bytes);
                return null;
              });
      while (true) {
        try {
          sent.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw new FleetConnectionException(String.valueOf(e.getCause()), e);
    } catch (RejectedExecutionException | CancellationException e) {
      throw new FleetConnectionException("The connection is closed.", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void sendNow(String queue, byte[] bytes) throws ActiveMQException {
    ClientMessage message = sending.createMessage(false);
    message.putStringProperty(FleetQueues.PROTOCOL, FleetCodec.PROTOCOL);
    message.putStringProperty(FleetQueues.EVO, evoVersion);
    message.putStringProperty(FleetQueues.PROOF, proof);
    message.getBodyBuffer().writeBytes(bytes);
    producer.send(queue, message);
  }

  /**
   * Receives the next message.
   *
   * @return empty if no message arrives within the time
   */
  public Optional<Received> receive(Duration within) throws FleetConnectionException {
    try {
      if (givenUp) {
        throw new ActiveMQException("The connection was given up after a failed send.");
      }
      ClientMessage message = consumer.receive(Math.max(1, within.toMillis()));
      if (message == null) {
        if (consumer.isClosed() || sending.isClosed()) {
          throw new FleetConnectionException(
              "The broker closed the connection.", new ActiveMQException());
        }
        return Optional.empty();
      }
      byte[] bytes = bytes(message);
      message.acknowledge();
      return Optional.of(
          new Received(
              String.valueOf(message.getValidatedUserID()),
              property(message, FleetQueues.PROTOCOL),
              property(message, FleetQueues.EVO),
              property(message, FleetQueues.PROOF),
              bytes));
    } catch (ActiveMQException | ActiveMQInterruptedException e) {
      throw new FleetConnectionException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Reads the body; empty if it is too large, or written by no worker's client. */
  private byte[] bytes(ClientMessage message) {
    try {
      byte[] bytes = new byte[message.getBodySize() > largest ? 0 : message.getBodySize()];
      message.getBodyBuffer().readBytes(bytes);
      return bytes;
    } catch (RuntimeException e) {
      return new byte[0];
    }
  }

  /** Reads a property as text, whatever its type. */
  private static String property(ClientMessage message, String name) {
    return String.valueOf(message.getObjectProperty(name));
  }

  /**
   * Marks the connection as broken after a failed send: receiving fails too, so that the worker
   * reconnects.
   */
  public void giveUp() {
    givenUp = true;
  }

  /**
   * Cancels waiting sends and closes the connection. The broker is informed within the time of one
   * call, unless the connection was given up.
   */
  @Override
  public void close() {
    for (Runnable waiting : sender.shutdownNow()) {
      if (waiting instanceof Future<?> send) {
        send.cancel(false);
      }
    }
    if (givenUp) {
      factory.cleanup();
    } else {
      factory.close();
    }
    closeQuietly(locator);
  }

  /**
   * Keeps Netty from using Unsafe, which warns on Java 25. Must run before any class of the
   * transport is loaded.
   */
  public static void prepare() {
    System.setProperty("io.netty.noUnsafe", "true");
  }

  /** Network settings of both ends of a connection. */
  public static Map<String, Object> transport(FleetAddress address, Optional<TlsFiles> tls) {
    var settings = new HashMap<String, Object>();
    settings.put(TransportConstants.HOST_PROP_NAME, address.host());
    settings.put(TransportConstants.PORT_PROP_NAME, address.port());
    settings.put(TransportConstants.USE_EPOLL_PROP_NAME, false);
    settings.put(TransportConstants.USE_KQUEUE_PROP_NAME, false);
    if (tls.isPresent()) {
      TlsFiles files = tls.get();
      settings.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
      settings.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, "PKCS12");
      settings.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, files.keyStore().toString());
      settings.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, files.password());
      settings.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, "PKCS12");
      settings.put(TransportConstants.TRUSTSTORE_PATH_PROP_NAME, files.trustStore().toString());
      settings.put(TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, files.password());
      settings.put(TransportConstants.ENABLED_PROTOCOLS_PROP_NAME, "TLSv1.3");
    }
    return settings;
  }
}
