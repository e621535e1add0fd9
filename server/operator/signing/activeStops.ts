import type { Queryable } from '../../platform/database/database.ts';
import { readSignerStatus, type StoredSignerStatus } from '../../signer/status/signerStatusStore.ts';
import { findStopsRequestedSince, isStopSigned, type RequestedStop } from './requestedStopStore.ts';

/** A signed stop that has not ended, as far as processes other than the signer know. */
export type SignerStop = RequestedStop & {
  /** The signer has reported that it obeys the stop. */
  readonly isSeen: boolean;
};

/** A stop that was signed shortly before the signer's report may be missing in it. */
const REPORT_DELAY_MS = 10_000;

/** Returns the stops that the signer has reported, and those requested since then. */
export async function findActiveStops(database: Queryable): Promise<readonly SignerStop[]> {
  return findActiveStopsAfter(database, await readSignerStatus(database));
}

/** Like {@link findActiveStops}, with a report that was read before. */
export async function findActiveStopsAfter(
  database: Queryable,
  status: StoredSignerStatus | undefined,
): Promise<readonly SignerStop[]> {
  const reportedStops = (status?.status.stops ?? []).flatMap(({ who, statement, since, why }) =>
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

/** Returns true if there is such a stop to end: it was signed, or the signer obeys it. */
export async function isKnownStop(database: Queryable, statement: string): Promise<boolean> {
  if (await isStopSigned(database, statement)) return true;
  return (await findActiveStops(database)).some((stop) => stop.statement === statement);
}
