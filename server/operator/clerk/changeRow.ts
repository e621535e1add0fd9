import { removeRow, setRow } from '../../configuration/changeConfiguration.ts';
import type { Change } from '../bars/changeBar.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Sets or removes a row of the configuration: refused where what fitted when it was asked for no longer fits. */
export async function changeRow(
  _: ClerkContext,
  { action, who, why, approvedBy, input }: OperatorRequest,
): Promise<Write> {
  const { kind, key, fields } = JSON.parse(input['change'] ?? '{}') as Change;
  const decision = { who, why, ...(approvedBy !== null && { approvedBy }) };
  return async (transaction) => {
    if (action === 'remove') {
      await removeRow(transaction, { kind, key }, decision);
      return `${kind} ${key} removed`;
    }
    const { before, after } = await setRow(transaction, { kind, key, fields }, decision);
    return `${kind} ${key}\n  before  ${JSON.stringify(before)}\n  after   ${JSON.stringify(after)}`;
  };
}
