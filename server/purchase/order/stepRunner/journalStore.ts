import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

/** One run of a step, or consecutive runs with the same result. */
export type JournalRow = {
  readonly step: string;
  readonly subject: string;
  /** The number of the latest of these runs, counted per order, step and subject. */
  readonly try: number;
  /** How many consecutive runs had this result. */
  readonly times: number;
  /** `idle`: no request was needed; `failed`: an error in our code, see the log. */
  readonly outcome: 'ok' | 'refused' | 'pending' | 'unavailable' | 'unknown' | 'idle' | 'failed';
  readonly refusal: string | null;
  /** The vendor's message, with secrets and personal data redacted. */
  readonly text: string;
  /** The kind of the concluding event, or a reason of `waitReasons`; empty if the step is finished or has failed. */
  readonly conclusion: string;
  /** How long the vendor's last answer took. */
  readonly milliseconds: number;
  readonly firstAt: Date;
  readonly at: Date;
};

/**
 * Writes a run. A repeated result, such as of a step that polls each second, increments the counter of the existing
 * row.
 */
export async function writeJournal(
  database: Queryable,
  orderId: number,
  run: Omit<JournalRow, 'try' | 'times' | 'firstAt' | 'at'>,
): Promise<void> {
  await database.run(sql`
    select journal_step(${orderId}, ${run.step}, ${run.subject}, ${run.outcome}, ${run.refusal}, ${run.text},
      ${run.conclusion}, ${run.milliseconds})`);
}

/** Returns an order's journal, oldest first. */
export async function listJournal(database: Queryable, orderId: number): Promise<JournalRow[]> {
  return database.many<JournalRow>(sql`
    select step, subject, try, times, outcome, refusal, message as text, conclusion, milliseconds, first_at, at
    from order_steps where order_id = ${orderId} order by id`);
}

const MESSAGES_KEPT_DAYS = 400;

/** Clears old vendor messages; the results stay. Run periodically by the worker. */
export async function clearOldVendorMessages(database: Queryable): Promise<void> {
  await database.run(sql`
    update order_steps set message = ''
    where message <> '' and at < (select slipway_now()) - ${MESSAGES_KEPT_DAYS} * interval '1 day'`);
}
