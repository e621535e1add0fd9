import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Guard } from '../guard/guard.ts';

/**
 * Checks that every vendor is the expected one. `clockFault`: a vendor that rejects a signature's timestamp seems to reject
 * the key, so a wrong clock is mentioned.
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
