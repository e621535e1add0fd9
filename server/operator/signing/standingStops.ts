import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { SIGNER } from '../../signer/stops/judgeStop.ts';
import { type HeardWord, readSignerWord } from '../../signer/word/signerWordStore.ts';

/** A stop that persons have signed and nobody has ended, as far as anybody but the signer knows. */
export type StandingStop = {
  /** The hash of its statement. */
  readonly statement: string;
  readonly who: string;
  readonly since: Date;
  readonly why: string;
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
  const { kept } = await database.one<{ kept: boolean }>(sql`
    select exists (
      select 1 from operator_statements where act = 'stop-signing' and hash = ${statement}
    ) as kept`);
  return kept || (await standingStops(database)).some((stop) => stop.statement === statement);
}

/** The oldest first, without those that two persons have ended. */
async function stopsAskedSince(database: Queryable, since: Date): Promise<Omit<StandingStop, 'isSeen'>[]> {
  return database.many(sql`
    select asked_with as statement, who, created_at as since, why from operator_requests stop
    where subject = ${SIGNER} and action = 'stop-signing' and status in ('approved', 'done') and created_at >= ${since}
      and asked_with is not null and not exists (
        select 1 from operator_requests start
        where start.subject = ${SIGNER} and start.action = 'start-signing' and start.status in ('approved', 'done')
          and start.input ->> 'stop' = stop.asked_with)
    order by id limit 20`);
}
