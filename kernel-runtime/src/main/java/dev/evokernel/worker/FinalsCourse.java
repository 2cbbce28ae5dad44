package dev.evokernel.worker;

import dev.evokernel.measure.FinalsTime;
import java.time.Duration;

/** What limits finals while they are measured, and hears how far they are. */
public interface FinalsCourse {

  /** No limit, and not heard. */
  FinalsCourse UNLIMITED =
      new FinalsCourse() {
        @Override
        public Duration left() {
          return FinalsTime.UNLIMITED.within();
        }

        @Override
        public void progressed(FinalsProgress progress) {
          // Not shown anywhere.
        }
      };

  /** How long the measurement may take from now on; asked for again when it begins anew. */
  Duration left();

  /** A round ended. */
  void progressed(FinalsProgress progress);
}
