import type { Log } from '../../platform/log/log.ts';
import { listPersonStatements } from '../../platform/persons/personStatementStore.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { createSerialRunner } from '../serialRunner.ts';
import { findSignedRequests, type SignedRequestContext } from '../signedRequests/findSignedRequests.ts';
import { judgeStop, type Stop } from './judgeStop.ts';
import type { KnownStop, KnownStopStore } from './stopFile.ts';
import { findNewStopStatements, findStartRequests } from './stopStatementStore.ts';

type StopsContext = Omit<SignedRequestContext, 'twoAboveEuroCents'> & {
  readonly stopStore: KnownStopStore;
  readonly log: Log;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

export type Stops = {
  /** Returns the active stops, the oldest first. The result includes every stop that was written before the call. */
  listActive(): Promise<readonly Stop[]>;
};

/** A stop without a valid signature is judged again after this time: the person who signed it may be known by then. */
const REJUDGE_AFTER_MS = 60_000;

/**
 * Creates the list of signed stops. A stop needs one signature to start and two to end. The signer stores a stop in its
 * folder when it first reads it, so that neither a changed or deleted row nor a restart ends it. Concurrent reads run one
 * after the other, so the second includes the stops of the first.
 */
export async function createStops({ stopStore, log, now, ...context }: StopsContext): Promise<Stops> {
  const { database, rootKeys } = context;
  const runSerially = createSerialRunner();
  let known: readonly KnownStop[] = await stopStore.read();
  const unsigned = new Map<string, number>();

  /** Uses the stops once they are on the disk. */
  async function save(next: readonly KnownStop[]): Promise<void> {
    await stopStore.save(next);
    known = next;
  }

  const listKnownActive = () => known.filter(({ endedBy }) => endedBy === null);

  async function readNewStops(): Promise<void> {
    for (const [hash, at] of unsigned) if (now().getTime() - at > REJUDGE_AFTER_MS) unsigned.delete(hash);
    for (;;) {
      const rows = await findNewStopStatements(database, [...known.map(({ hash }) => hash), ...unsigned.keys()]);
      if (rows.length === 0) return;
      // Read after the stops, so that everyone enrolled when one was stored is included.
      const statements = await listPersonStatements(database);
      const stops = rows.flatMap((row) => {
        const stop = row.hash === hashStatement(row) ? judgeStop(row, { statements, rootKeys }) : undefined;
        if (stop) return [{ ...stop, endedBy: null }];
        unsigned.set(row.hash, now().getTime());
        log.warn({ statement: row.hash }, 'a stop without a valid signature was ignored');
        return [];
      });
      for (const { hash, who } of stops) log.warn({ statement: hash, who }, 'a person has stopped the signer');
      if (stops.length > 0) await save([...known, ...stops]);
    }
  }

  async function readEndedStops(): Promise<void> {
    const stops = listKnownActive();
    if (stops.length === 0) return;
    const requests = await findStartRequests(
      database,
      stops.map(({ hash }) => hash),
    );
    for (const stop of stops) {
      const own = requests.filter(({ input }) => input['stop'] === stop.hash);
      const [start] = await findSignedRequests(context, own, { needsSecondApproval: true, knowing: stop.persons });
      if (!start) continue;
      await save(known.map((each) => (each.hash === stop.hash ? { ...each, endedBy: start.hash } : each)));
      log.warn({ statement: stop.hash, endedBy: start.hash }, 'two people have ended a stop of the signer');
    }
  }

  return {
    listActive: () =>
      runSerially(async () => {
        await readNewStops();
        await readEndedStops();
        return listKnownActive().toSorted((a, b) => (a.at < b.at ? -1 : 1));
      }),
  };
}
