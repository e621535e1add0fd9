import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Guard } from '../guard/guard.ts';

/**
 * Checks that no vendor is another one than is believed. `clockFault`: a vendor that rejects a signature of another time seems to
 * reject the key, so that a wrong clock is named with it.
 */
export function vendorProbe(guard: Pick<Guard, 'faults'>, clockFault: () => string | undefined): Probe {
  return {
    kind: 'payouts_stopped',
    async check() {
      const clock = clockFault();
      const hint = clock === undefined ? '' : ` (the cause may be that on this machine ${clock})`;
      return new Map(guard.faults().map((fault) => [fault, `${fault}${hint}`]));
    },
  };
}
