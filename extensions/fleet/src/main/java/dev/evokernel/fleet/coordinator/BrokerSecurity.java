package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.FleetQueues;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager5;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Access control of the broker. The coordinator, identified by a random password of this broker,
 * may do everything. A worker may only send to the coordinator and receive from its own queue.
 *
 * <p>A worker identifies itself by a random id and a random password; the first password used with
 * an id becomes the id's password. TLS decides earlier which hosts may connect; without TLS, a
 * worker's password must begin with the proof that it knows the fleet's secret.
 */
final class BrokerSecurity implements ActiveMQSecurityManager5 {

  static final String COORDINATOR = "coordinator";

  private static final String WORKER = "[A-Za-z0-9-]{16,80}";

  private final String password;
  private final String proof;
  private final Map<String, String> workers = new ConcurrentHashMap<>();

  /**
   * @param password the coordinator's password
   * @param proof a worker's proof of the fleet's secret; empty with TLS
   */
  BrokerSecurity(String password, String proof) {
    this.password = password;
    this.proof = proof;
  }

  @Override
  public @Nullable Subject authenticate(
      @Nullable String user,
      @Nullable String given,
      @Nullable RemotingConnection connection,
      @Nullable String domain) {
    if (user == null || given == null || !isKnown(user, given)) {
      return null;
    }
    var subject = new Subject();
    subject.getPrincipals().add(new UserPrincipal(user));
    return subject;
  }

  private boolean isKnown(String user, String given) {
    return user.equals(COORDINATOR)
        ? isEqual(password, given)
        : user.matches(WORKER)
            && isEqual(proof, given.substring(0, Math.min(proof.length(), given.length())))
            && isEqual(Objects.requireNonNullElse(workers.putIfAbsent(user, given), given), given);
  }

  private static boolean isEqual(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean authorize(
      Subject subject, Set<Role> roles, CheckType type, @Nullable String address) {
    return subject.getPrincipals(UserPrincipal.class).stream()
        .map(UserPrincipal::getName)
        .anyMatch(user -> user.equals(COORDINATOR) || isWorkers(user, type, address));
  }

  private static boolean isWorkers(String user, CheckType type, @Nullable String address) {
    String own = FleetQueues.worker(user);
    boolean atOwn = own.equals(address) || (own + "::" + own).equals(address);
    return switch (type) {
      case SEND -> FleetQueues.COORDINATOR.equals(address);
      case CONSUME, CREATE_ADDRESS, CREATE_NON_DURABLE_QUEUE -> atOwn;
      default -> false;
    };
  }

  @Override
  public boolean validateUser(@Nullable String user, @Nullable String given) {
    return false;
  }

  @Override
  public boolean validateUserAndRole(
      @Nullable String user, @Nullable String given, Set<Role> roles, CheckType type) {
    return false;
  }
}
