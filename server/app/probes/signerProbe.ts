import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import { fetchSignerHealth } from '../../signer/socket/signerSocket.ts';

/** Checks that the signer answers at its socket and has no faults that prevent signing. */
export function signerProbe(socketPath: string): Probe {
  return {
    kind: 'signer_unreachable',
    async check() {
      const { faults } = await fetchSignerHealth(socketPath);
      return faults.length === 0 ? new Map() : new Map([['', faults.join('; ')]]);
    },
  };
}
