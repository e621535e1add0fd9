import { type OperatorRequest, refuseRequest } from '../../action/requests/requestStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { findUnansweredRequests } from '../requests/openRequestStore.ts';
import { workDeadlines } from './workDeadlines.ts';

const BATCH = 100;

/** The result of a request that was not answered in time. */
export const LAPSED = 'lapsed: no one answered it within 24 hours, and nothing was done';

/**
 * Ends requests that were not answered in time and raises one alert for each, also with several workers. `verifyRequest`
 * rejects a late approval even if no worker runs.
 */
export async function lapseRequests(database: Database): Promise<void> {
  const before = new Date((await database.now()).getTime() - workDeadlines.request.allowedMs);
  for (let ended = BATCH; ended === BATCH; ) {
    const waiting = await findUnansweredRequests(database, before, BATCH);
    for (const request of waiting) await lapseRequest(database, request);
    ended = waiting.length;
  }
}

async function lapseRequest(database: Database, request: OperatorRequest): Promise<void> {
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
