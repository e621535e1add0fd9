import { removeRow, setRow } from '../../configuration/changeConfiguration.ts';
import { ConfigurationError } from '../../configuration/kinds.ts';
import type { Change } from '../bars/changeBar.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

/** Sets or removes a row of the configuration. Throws ConfigurationError for what no longer fits. */
export async function changeRow({ database }: LocalContext, request: OperatorRequest): Promise<string> {
  const change = JSON.parse(request.input['change'] ?? '{}') as Change;
  const settle = (status: 'done' | 'refused', result: string) =>
    database.transaction((transaction) => settleRequest(transaction, request.id, { status, result }));
  try {
    const text = await changed({ database }, request, change);
    await settle('done', 'changed');
    return text;
  } catch (error) {
    // What fitted when it was asked for may no longer fit.
    if (error instanceof ConfigurationError) await settle('refused', error.message);
    throw error;
  }
}

async function changed(
  { database }: Pick<LocalContext, 'database'>,
  { action, who, why, approvedBy }: OperatorRequest,
  { kind, key, fields }: Change,
): Promise<string> {
  const decision = { who, why, ...(approvedBy !== null && { approvedBy }) };
  if (action === 'remove') {
    await removeRow(database, { kind, key }, decision);
    return `${kind} ${key} removed`;
  }
  const { before, after } = await setRow(database, { kind, key, fields }, decision);
  return `${kind} ${key}\n  before  ${JSON.stringify(before)}\n  after   ${JSON.stringify(after)}`;
}
