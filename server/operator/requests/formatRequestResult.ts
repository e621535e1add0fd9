import type { Action } from '../action.ts';
import type { OperatorRequest } from './requestStore.ts';

/** Returns the result of a request as others may read it. Only the asker's `collect` decrypts a sealed answer. */
export function formatRequestResult(
  action: Pick<Action, 'isSealed'> | undefined,
  { id, who, status, result }: Pick<OperatorRequest, 'id' | 'who' | 'status' | 'result'>,
): string | null {
  if (status !== 'done' || !action?.isSealed) return result;
  return `${who} collects what was made: npm run operate -- collect ${id}`;
}
