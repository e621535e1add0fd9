import type { Database } from '../../platform/database/database.ts';
import type { Action } from '../action.ts';
import { CommandError } from '../commandError.ts';
import { formatRequestResult } from './formatRequestResult.ts';
import { findRequest } from './requestStore.ts';

const MAX_WAIT_MS = 15_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Waits for a worker to execute a request, and returns the result; after 15 seconds, that the request still waits. Throws
 * {@link CommandError} if the request is refused.
 */
export async function waitForOutcome(
  database: Database,
  action: Pick<Action, 'doneBy' | 'isSealed'>,
  id: number,
): Promise<string> {
  const end = Date.now() + MAX_WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; Date.now() < end; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const request = await findRequest(database, id);
    if (request?.status === 'refused') throw new CommandError(request.result ?? 'refused');
    if (request?.status === 'done')
      return action.doneBy === 'clerk'
        ? `${formatRequestResult(action, request)}`
        : `${request.subject}: ${request.result}`;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return `request ${id} waits for a worker`;
}
