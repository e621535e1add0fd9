import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** One run of a step, or several in a row that ended alike. */
export type JournalRow = {
  readonly step: string;
  readonly subject: string;
  /** How often the step had been done for the order. */
  readonly try: number;
  /** How often in a row it ended like this. */
  readonly times: number;
  /** `idle`: there was nothing to ask; `failed`: our own fault, see the log. */
  readonly outcome: 'ok' | 'refused' | 'pending' | 'unavailable' | 'unknown' | 'idle' | 'failed';
  readonly refusal: string | null;
  /** The vendor's, without secrets and persons. */
  readonly words: string;
  /** The event that was told, or a reason of `waitReasons`; empty when the step had done its part. */
  readonly conclusion: string;
  /** That the vendor took, the last time. */
  readonly milliseconds: number;
  readonly firstAt: Date;
  readonly at: Date;
};

/** Writes a run. The same end again, of a step that is asked every second, counts up the row that is there. */
export async function writeJournal(
  database: Queryable,
  orderId: number,
  run: Omit<JournalRow, 'try' | 'times' | 'firstAt' | 'at'>,
): Promise<void> {
  await database.run(sql`
    select journal_step(${orderId}, ${run.step}, ${run.subject}, ${run.outcome}, ${run.refusal}, ${run.words},
      ${run.conclusion}, ${run.milliseconds})`);
}

/** Oldest first. */
export async function journalOf(database: Queryable, orderId: number): Promise<JournalRow[]> {
  return database.many<JournalRow>(sql`
    select step, subject, try, times, outcome, refusal, words, conclusion, milliseconds, first_at as "firstAt", at
    from order_steps where order_id = ${orderId} order by id`);
}

const WORDS_KEPT_DAYS = 400;

/** Forgets what vendors said long ago; what came of it stays. For a worker to repeat. */
export async function forgetOldWords(database: Queryable): Promise<void> {
  await database.run(sql`
    update order_steps set words = ''
    where words <> '' and at < (select slipway_now()) - ${WORDS_KEPT_DAYS} * interval '1 day'`);
}
