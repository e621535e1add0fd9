import type { Queryable } from '../../platform/database/database.ts';
import { fetchSignerHealth } from '../socket/signerSocket.ts';
import { readLease } from './leaseStore.ts';

export type ActiveSignerWatch = {
  /** Updates which signer is active. Call it every second. */
  round(): Promise<void>;
  /** Returns the name of the active signer if it is not the one behind the socket; undefined otherwise. */
  getOtherActiveSigner(): string | undefined;
};

/**
 * Watches whether the signer at this machine's socket is the active one. If another signer is active, the workers of its
 * machine make the payouts.
 */
export function watchActiveSigner(database: Queryable, socketPath: string): ActiveSignerWatch {
  let own: string | undefined;
  let otherActive: string | undefined;
  return {
    async round() {
      const health = await fetchSignerHealth(socketPath).catch(() => undefined);
      own = health?.signer ?? own;
      const lease = health?.isActive ? undefined : await readLease(database);
      otherActive = lease?.isHeld && lease.signer !== own ? lease.signer : undefined;
    },
    getOtherActiveSigner: () => otherActive,
  };
}
