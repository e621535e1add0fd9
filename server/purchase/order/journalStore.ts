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
    with newest as (
      select id, try, outcome, refusal, words, conclusion from order_steps
      where order_id = ${orderId} and step = ${run.step} and subject = ${run.subject} order by id desc limit 1
    ), again as (
      update order_steps s set try = s.try + 1, times = s.times + 1, milliseconds = ${run.milliseconds}, at = slipway_now()
      from newest n
      where s.id = n.id and n.outcome = ${run.outcome} and n.refusal is not distinct from ${run.refusal}
        and n.words = ${run.words} and n.conclusion = ${run.conclusion}
      returning s.id
    )
    insert into order_steps (order_id, step, subject, try, outcome, refusal, words, conclusion, milliseconds, first_at, at)
    select ${orderId}, ${run.step}, ${run.subject}, coalesce((select try from newest), 0) + 1, ${run.outcome}, ${run.refusal},
      ${run.words}, ${run.conclusion}, ${run.milliseconds}, slipway_now(), slipway_now()
    where not exists (select 1 from again)`);
}

/** Oldest first. */
export async function journalOf(database: Queryable, orderId: number): Promise<JournalRow[]> {
  return database.many<JournalRow>(sql`
    select step, subject, try, times, outcome, refusal, words, conclusion, milliseconds, first_at as "firstAt", at
    from order_steps where order_id = ${orderId} order by id`);
}
