package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fleet.ForgedWorker;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetMessagesTest;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of the broker's own client, which says more than a worker's connection can. */
final class ForgedClientIT {

  private static final String HONEST = "0123456789abcdef0123";
  private static final String FORGED = "aaaaaaaaaaaaaaaaaaaa";
  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final OfferedDevice DEVICE =
      new OfferedDevice("cuda", new DeviceIdentity("cuda:0", "H200", "580"), Optional.empty(), 1);

  private final List<String> news = new CopyOnWriteArrayList<>();
  private final Coordinator coordinator =
      Coordinator.start(
          new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()), "1.0", news::add);
  private ForgedWorker honest;
  private RemoteDevice device;
  private ClientSession session;

  @BeforeEach
  void connect() throws Exception {
    coordinator
        .hosts()
        .open(new OpenRun(FleetMessagesTest.problem(), DEVICE, Map.of(), Duration.ofMinutes(3)));
    honest = ForgedWorker.connect(coordinator.address(), HONEST);
    honest.join("honest", "p", DEVICE);
    device = coordinator.hosts().take(DEVICE, WITHIN).orElseThrow();
    var transport =
        new TransportConfiguration(
            NettyConnectorFactory.class.getName(),
            BrokerConnection.transport(coordinator.address(), Optional.empty()));
    String proof = FleetSecret.read(FleetSecret.file(coordinator.address().port())).ofWorkers();
    session =
        ActiveMQClient.createServerLocatorWithoutHA(transport)
            .setBlockOnNonDurableSend(true)
            .createSessionFactory()
            .createSession(FORGED, proof, false, true, true, false, 0);
  }

  @AfterEach
  void stop() throws ActiveMQException {
    session.close();
    honest.close();
    coordinator.close();
  }

  private ClientMessage message(ToCoordinator content) {
    ClientMessage message = session.createMessage(false);
    message.putStringProperty("protocol", FleetCodec.PROTOCOL);
    message.putStringProperty("evo", "1.0");
    message.putStringProperty("proof", "");
    message.getBodyBuffer().writeBytes(FleetCodec.bytes(ToCoordinator.class, content));
    return message;
  }

  private void send(ClientMessage message) throws ActiveMQException {
    session.createProducer(FleetQueues.COORDINATOR).send(message);
  }

  /** The honest host is asked nothing, and is heard after all that was sent before. */
  private void honestGoesOn() throws FleetConnectionException {
    honest.settled();
    assertThat(device.host().isLost()).isFalse();
    assertThat(news).noneMatch(line -> line.contains("'honest' left"));
  }

  @Test
  void sender_namedByTheMessage_isNotTheSender()
      throws ActiveMQException, FleetConnectionException {
    ClientMessage leave = message(new ToCoordinator.Leave());
    leave.putStringProperty(Message.HDR_VALIDATED_USER.toString(), HONEST);
    leave.setValidatedUserID(HONEST);
    send(leave);
    honestGoesOn();
  }

  @Test
  void property_ofAnotherType_isRefusedWithItsSender()
      throws ActiveMQException, FleetConnectionException {
    ClientMessage odd = message(new ToCoordinator.Alive());
    odd.putIntProperty("protocol", 7);
    odd.putBytesProperty("proof", new byte[] {1, 2});
    send(odd);
    honestGoesOn();
    assertThat(news).anyMatch(line -> line.contains("A worker was refused"));
  }

  @Test
  void body_thatIsStreamed_isRefusedWithItsSender()
      throws ActiveMQException, FleetConnectionException {
    ClientMessage large = message(new ToCoordinator.Alive());
    large.setBodyInputStream(new ByteArrayInputStream(new byte[20 << 20]));
    send(large);
    honestGoesOn();
    assertThat(news)
        .anyMatch(line -> line.contains("A worker sent a message that no worker sends"));
  }

  @Test
  void queue_ofAnotherWorker_canBeNeitherReadNorWritten() {
    String other = FleetQueues.worker(HONEST);
    assertThatThrownBy(() -> session.createConsumer(other)).isInstanceOf(ActiveMQException.class);
    assertThatThrownBy(() -> session.createConsumer(FleetQueues.COORDINATOR))
        .isInstanceOf(ActiveMQException.class);
    assertThatThrownBy(() -> session.createProducer(other).send(message(new ToCoordinator.Alive())))
        .isInstanceOf(ActiveMQException.class);
  }
}
