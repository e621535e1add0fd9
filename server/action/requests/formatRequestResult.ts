import type { Action } from '../action.ts';
import type { OperatorRequest } from './requestStore.ts';

/**
 * Returns a request's result as text for everyone, or null if it has none. An encrypted answer is left out: only the requester
 * can `collect` it.
 */
export function formatRequestResult(
  action: Pick<Action, 'isSealed'> | undefined,
  { id, who, status, result }: Pick<OperatorRequest, 'id' | 'who' | 'status' | 'result'>,
): string | null {
  if (status !== 'done' || !action?.isSealed) return result;
  return `${who} can collect the answer: npm run operate -- collect ${id}`;
}
