import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import { askSignerHealth } from '../../signer/signerSocket.ts';

/** Checks that the signer answers at its socket, and that nothing keeps it from signing. */
export function signerProbe(socketPath: string): Probe {
  return {
    kind: 'signer_unreachable',
    async check() {
      const { faults } = await askSignerHealth(socketPath);
      return faults.length === 0 ? new Map() : new Map([['', faults.join('; ')]]);
    },
  };
}
