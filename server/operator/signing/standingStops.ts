import type { Queryable } from '../../platform/database/database.ts';
import { type HeardWord, readSignerWord } from '../../signer/word/signerWordStore.ts';
import { type AskedStop, isStopSigned, stopsAskedSince } from './stopStore.ts';

/** A stop that persons have signed and nobody has ended, as far as anybody but the signer knows. */
export type StandingStop = AskedStop & {
  /** The signer has said that it goes by it. */
  readonly isSeen: boolean;
};

/** A stop that was signed while the signer was about to speak is not in what it said. */
const BEFORE_WORD_MS = 10_000;

/** What the signer has said to go by, and what was asked for since then. */
export async function standingStops(database: Queryable): Promise<readonly StandingStop[]> {
  return stopsAfter(database, await readSignerWord(database));
}

/** As {@link standingStops}, with the word read before. */
export async function stopsAfter(database: Queryable, word: HeardWord | undefined): Promise<readonly StandingStop[]> {
  const said = (word?.said.stops ?? []).flatMap(({ who, statement, since, why }) =>
    who !== null && statement !== null ? [{ who, statement, since: new Date(since), why, isSeen: true }] : [],
  );
  const since = word ? new Date(word.writtenAt.getTime() - BEFORE_WORD_MS) : new Date(0);
  const asked = await stopsAskedSince(database, since);
  const seen = new Set(said.map(({ statement }) => statement));
  return [...said, ...asked.flatMap((stop) => (seen.has(stop.statement) ? [] : [{ ...stop, isSeen: false }]))];
}

/** Whether there is such a stop to end: one that was signed, or that the signer goes by. */
export async function isStop(database: Queryable, statement: string): Promise<boolean> {
  if (await isStopSigned(database, statement)) return true;
  return (await standingStops(database)).some((stop) => stop.statement === statement);
}
