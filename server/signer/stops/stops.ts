import type { Log } from '../../platform/log/log.ts';
import { personStatements } from '../../platform/persons/personStatementStore.ts';
import { hashOf } from '../../platform/persons/statement.ts';
import { saidByPersons, type WordsContext } from '../saidByPersons.ts';
import { createTurns } from '../turns.ts';
import { judgeStop, type Stop } from './judgeStop.ts';
import type { KnownStop, StopKeeper } from './stopFile.ts';
import { requestsToStart, stopsBeside } from './stopStore.ts';

type StopsContext = Omit<WordsContext, 'twoAboveEuroCents'> & {
  readonly keeper: StopKeeper;
  readonly log: Log;
  /** The machine's. */
  now(): Date;
};

export type Stops = {
  /** Those that stand at this moment, the oldest first: what was written before this was asked for is seen. */
  standing(): Promise<readonly Stop[]>;
};

/** What nobody has signed is looked at again after so long: a person may be known by then who was not. */
const LOOKED_AT_AGAIN_MS = 60_000;

/**
 * The stops that persons have signed, each until two have signed that it is over. They count from the moment in which they
 * stand in the database, whatever anybody has made of them, and are kept in the signer's folder as soon as they were seen:
 * neither a row that is taken out, nor a start of the signer, ends one. Of two looks at once the second sees what the first saw.
 */
export async function createStops({ keeper, log, now, ...context }: StopsContext): Promise<Stops> {
  const { database, rootKeys } = context;
  const turns = createTurns();
  let known: readonly KnownStop[] = await keeper.read();
  const unsigned = new Map<string, number>();

  /** On the disk before anybody goes by it. */
  async function keep(next: readonly KnownStop[]): Promise<void> {
    await keeper.keep(next);
    known = next;
  }

  const standing = () => known.filter(({ endedBy }) => endedBy === null);

  async function seeStops(): Promise<void> {
    for (const [hash, at] of unsigned) if (now().getTime() - at > LOOKED_AT_AGAIN_MS) unsigned.delete(hash);
    for (;;) {
      const rows = await stopsBeside(database, [...known.map(({ hash }) => hash), ...unsigned.keys()]);
      if (rows.length === 0) return;
      // Read after the stops: whoever was enrolled when one was kept is among them.
      const statements = await personStatements(database);
      const stops = rows.flatMap((row) => {
        const stop = row.hash === hashOf(row) ? judgeStop(row, { statements, rootKeys }) : undefined;
        if (stop) return [{ ...stop, endedBy: null }];
        unsigned.set(row.hash, now().getTime());
        log.warn({ statement: row.hash }, 'a stop that nobody has signed stops nothing');
        return [];
      });
      for (const { hash, who } of stops) log.warn({ statement: hash, who }, 'a person has stopped the signer');
      if (stops.length > 0) await keep([...known, ...stops]);
    }
  }

  async function seeStarts(): Promise<void> {
    const stops = standing();
    if (stops.length === 0) return;
    const requests = await requestsToStart(
      database,
      stops.map(({ hash }) => hash),
    );
    for (const stop of stops) {
      const own = requests.filter(({ input }) => input['stop'] === stop.hash);
      const [start] = await saidByPersons(context, own, { takesTwo: true, knowing: stop.persons });
      if (!start) continue;
      await keep(known.map((each) => (each.hash === stop.hash ? { ...each, endedBy: start.hash } : each)));
      log.warn({ statement: stop.hash, endedBy: start.hash }, 'two persons have ended a stop of the signer');
    }
  }

  return {
    standing: () =>
      turns(async () => {
        await seeStops();
        await seeStarts();
        return standing().toSorted((a, b) => (a.at < b.at ? -1 : 1));
      }),
  };
}
