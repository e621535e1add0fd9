import type { Queryable } from '../../platform/database/database.ts';
import { readSignerStatus, type StoredSignerStatus } from '../status/signerStatusStore.ts';
import { findStopsRequestedSince, isStopSigned, type RequestedStop } from './requestedStopStore.ts';

/** A signed stop that has not ended, as known outside the signer. */
export type SignerStop = RequestedStop & {
  /** True if the signer has reported the stop. */
  readonly isSeen: boolean;
};

/** The signer's report may lack stops that were signed shortly before it. */
const REPORT_DELAY_MS = 10_000;

/** Returns the stops in the signer's last report, and those requested since. */
export async function findActiveStops(database: Queryable): Promise<readonly SignerStop[]> {
  return findActiveStopsAfter(database, await readSignerStatus(database));
}

/** Like {@link findActiveStops}, for a report that the caller has read. */
export async function findActiveStopsAfter(
  database: Queryable,
  status: StoredSignerStatus | undefined,
): Promise<readonly SignerStop[]> {
  const reportedStops = (status?.report.stops ?? []).flatMap(({ who, statement, since, why }) =>
    who !== null && statement !== null ? [{ who, statement, since: new Date(since), why, isSeen: true }] : [],
  );
  const since = status ? new Date(status.writtenAt.getTime() - REPORT_DELAY_MS) : new Date(0);
  const requestedStops = await findStopsRequestedSince(database, since);
  const seen = new Set(reportedStops.map(({ statement }) => statement));
  return [
    ...reportedStops,
    ...requestedStops.flatMap((stop) => (seen.has(stop.statement) ? [] : [{ ...stop, isSeen: false }])),
  ];
}

/** Returns true if the stop exists: a person has signed it, or the signer reports it. */
export async function isKnownStop(database: Queryable, statement: string): Promise<boolean> {
  if (await isStopSigned(database, statement)) return true;
  return (await findActiveStops(database)).some((stop) => stop.statement === statement);
}
