import { removeRow, setRow } from '../../configuration/changeConfiguration.ts';
import { readRowChange } from '../../configuration/rowChange.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/**
 * Sets or removes a row of the configuration: refused where what fitted when it was asked for no longer fits, or where the row
 * is another one than it was shown as.
 */
export async function changeRow(_: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { kind, key, fields, edition } = readRowChange(request);
  const { who, why, approvedBy } = request;
  const decision = { who, why, ...(approvedBy !== null && { approvedBy }) };
  return async (transaction) => {
    if (fields === null) {
      await removeRow(transaction, { kind, key, edition }, decision);
      return `${kind} ${key} removed`;
    }
    const { before, after } = await setRow(transaction, { kind, key, fields, edition }, decision);
    return `${kind} ${key}\n  before  ${JSON.stringify(before)}\n  after   ${JSON.stringify(after)}`;
  };
}
