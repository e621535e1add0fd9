import { SECRET_ACTIONS } from './requestActions.ts';
import type { OperatorRequest } from './requestStore.ts';

/** Returns the result of a request as others may read it. A sealed answer is opened by the asker's `collect` only. */
export function shownResult({
  id,
  action,
  who,
  status,
  result,
}: Pick<OperatorRequest, 'id' | 'action' | 'who' | 'status' | 'result'>): string | null {
  if (status !== 'done' || !SECRET_ACTIONS.includes(action)) return result;
  return `${who} collects what was made: npm run operate -- collect ${id}`;
}
