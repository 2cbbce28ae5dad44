package dev.evokernel.fleet.wire;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
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
 * One side's connection to the broker: one queue that it takes messages from, and those that it
 * sends to. Several threads may send; one receives. A connection that is lost stays lost.
 */
public final class BrokerConnection implements AutoCloseable {

  /** The largest message, in bytes. The broker would write a larger one to a file. */
  public static final int LARGEST = Integer.MAX_VALUE - 1024;

  /** Connections are checked this often, and given up after twice as long. */
  private static final Duration CHECK = Duration.ofSeconds(5);

  /**
   * A message as it came.
   *
   * @param sender the user that the broker knows it from
   * @param protocol that the sender speaks
   * @param evo the sender's version
   */
  @SuppressWarnings("ArrayRecordComponent") public // Never compared.
  record Received(String sender, String protocol, String evo, byte[] bytes) {}

  private final ServerLocator locator;
  private final ClientSessionFactory factory;
  private final ClientSession sending;
  private final ClientSession receiving;
  private final ClientProducer producer;
  private final ClientConsumer consumer;
  private final String evoVersion;
  private volatile boolean givenUp;

  /** An interrupt in the middle of a packet would cost the connection. */
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("fleet-send").factory());

  private BrokerConnection(
      ServerLocator locator,
      ClientSessionFactory factory,
      String user,
      String password,
      String queue,
      String evoVersion)
      throws ActiveMQException {
    this.locator = locator;
    this.factory = factory;
    this.evoVersion = evoVersion;
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
      // From an earlier connection, with what was sent to it meanwhile.
    }
  }

  /**
   * Connects within this process.
   *
   * @param server the number of the broker
   */
  public static BrokerConnection within(int server, String user, String password, String evoVersion)
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
        evoVersion);
  }

  /** Connects a worker. */
  public static BrokerConnection to(
      FleetAddress address, Optional<TlsFiles> tls, String user, String password, String evoVersion)
      throws FleetConnectionException {
    Map<String, Object> settings = new HashMap<>(FleetTransport.settings(address, tls));
    settings.put(TransportConstants.VERIFY_HOST_PROP_NAME, tls.isPresent());
    settings.put(TransportConstants.NETTY_CONNECT_TIMEOUT, (int) CHECK.toMillis());
    return connect(
        new TransportConfiguration(NettyConnectorFactory.class.getName(), settings),
        user,
        password,
        FleetQueues.worker(user),
        evoVersion);
  }

  private static BrokerConnection connect(
      TransportConfiguration transport,
      String user,
      String password,
      String queue,
      String evoVersion)
      throws FleetConnectionException {
    FleetTransport.prepare();
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
      return new BrokerConnection(locator, factory, user, password, queue, evoVersion);
    } catch (Exception e) {
      closeQuietly(locator);
      throw new FleetConnectionException(String.valueOf(e.getMessage()), e);
    }
  }

  /** An interrupt while it waits for its threads costs nothing: they end by themselves. */
  private static void closeQuietly(ServerLocator locator) {
    try {
      locator.close();
    } catch (ActiveMQInterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends; returns when the broker has the message, whether this thread is interrupted or not. */
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
    message.getBodyBuffer().writeBytes(bytes);
    producer.send(queue, message);
  }

  /**
   * The next message.
   *
   * @return empty if none came within the time
   */
  public Optional<Received> receive(Duration within) throws FleetConnectionException {
    try {
      if (givenUp) {
        throw new ActiveMQException("It was given up, since nothing could be sent.");
      }
      ClientMessage message = consumer.receive(Math.max(1, within.toMillis()));
      if (message == null) {
        if (consumer.isClosed() || sending.isClosed()) {
          throw new FleetConnectionException(
              "The broker closed the connection.", new ActiveMQException());
        }
        return Optional.empty();
      }
      byte[] bytes = new byte[message.getBodyBuffer().readableBytes()];
      message.getBodyBuffer().readBytes(bytes);
      message.acknowledge();
      return Optional.of(
          new Received(
              String.valueOf(message.getValidatedUserID()),
              String.valueOf(message.getStringProperty(FleetQueues.PROTOCOL)),
              String.valueOf(message.getStringProperty(FleetQueues.EVO)),
              bytes));
    } catch (ActiveMQException | ActiveMQInterruptedException e) {
      throw new FleetConnectionException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Nothing can be sent: from now on nothing is received either, so that another one is made. */
  public void giveUp() {
    givenUp = true;
  }

  /**
   * Sends that wait for their turn fail. The broker is told, which takes as long as a call at most,
   * but for a connection that was given up: that one ends at once.
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
}
