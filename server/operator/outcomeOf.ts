import type { Database } from '../platform/database/database.ts';
import { CommandError } from './commandError.ts';
import { findRequest, isForClerk } from './requestStore.ts';
import { shownResult } from './shownResult.ts';

const WORKER_PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** What a worker has made of a request; it may take a moment. */
export async function outcomeOf(database: Database, id: number): Promise<string> {
  const end = Date.now() + WORKER_PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; Date.now() < end; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const request = await findRequest(database, id);
    if (request?.status === 'refused') throw new CommandError(request.result ?? 'refused');
    if (request?.status === 'done')
      return isForClerk(request) ? `${shownResult(request)}` : `${request.subject}: ${request.result}`;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return `request ${id} waits for a worker`;
}
