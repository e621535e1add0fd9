import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readLease } from '../../signer/lead/leaseStore.ts';
import { listSignerReports, MISSING_AFTER_MS } from '../../signer/lead/signerReportStore.ts';
import type { ActiveSignerWatch } from '../../signer/lead/watchActiveSigner.ts';
import { fetchSignerHealth } from '../../signer/socket/signerSocket.ts';

/** Checks that the signer answers at its socket and has no faults that prevent signing, or that another one is active. */
export function signerProbe(
  socketPath: string,
  { getOtherActiveSigner }: Pick<ActiveSignerWatch, 'getOtherActiveSigner'>,
): Probe {
  return {
    kind: 'signer_unreachable',
    async check() {
      try {
        const { faults, isActive } = await fetchSignerHealth(socketPath);
        if (getOtherActiveSigner() !== undefined) return new Map();
        const found = faults.length === 0 && !isActive ? ['no signer is active'] : faults;
        return found.length === 0 ? new Map() : new Map([['', found.join('; ')]]);
      } catch (error) {
        if (getOtherActiveSigner() === undefined) throw error;
        return new Map();
      }
    },
  };
}

/** Checks that every signer except the active one reports and has no fault. */
export function passiveSignerProbe(database: Queryable): Probe {
  return {
    kind: 'signer_missing',
    async check() {
      const lease = await readLease(database);
      // Without an active one, `signer_unreachable` is raised.
      if (!lease?.isHeld) return new Map();
      const others = (await listSignerReports(database)).filter(({ signer }) => signer !== lease.signer);
      return new Map(
        others.flatMap(({ signer, report, ageMs, writtenAt }): [string, string][] => {
          if (ageMs > MISSING_AFTER_MS) return [[signer, `it has not reported since ${writtenAt.toISOString()}`]];
          const faults = report?.faults ?? [];
          return faults.length > 0 ? [[signer, faults.join('; ')]] : [];
        }),
      );
    },
  };
}
