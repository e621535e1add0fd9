import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { requestsWaitingSince } from '../openRequestStore.ts';
import { type OperatorRequest, refuseRequest } from '../requestStore.ts';
import { clocks } from './clocks.ts';

const BATCH = 100;

/** What a person reads of a request that nobody has answered in time. */
export const LAPSED = 'lapsed: nobody answered it within 24 hours, and nothing was done';

/**
 * Ends what nobody has answered in time, each with its alert: once, however many workers look. A yes that comes later counts for
 * nothing anyway, by `judgeAsked`.
 */
export async function lapseRequests(database: Database): Promise<void> {
  const before = new Date((await database.now()).getTime() - clocks.request.allowedMs);
  for (let ended = BATCH; ended === BATCH; ) {
    const waiting = await requestsWaitingSince(database, before, BATCH);
    for (const request of waiting) await lapse(database, request);
    ended = waiting.length;
  }
}

async function lapse(database: Database, request: OperatorRequest): Promise<void> {
  const { id, action, subject, who, createdAt } = request;
  await database.transaction(async (transaction) => {
    if (!(await refuseRequest(transaction, request, LAPSED))) return;
    await raiseAlert(transaction, {
      key: `request_lapsed:${id}`,
      orderId: null,
      kind: 'request_lapsed',
      facts: {
        clock: 'request',
        share: 'over',
        subject: String(id),
        request: id,
        asked: `${action} ${subject}`,
        who,
        since: createdAt,
      },
    });
  });
}
