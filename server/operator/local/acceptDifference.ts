import { setHalts } from '../../ledger/haltStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { lockDifference, markAccepted } from '../../reconciliation/differenceStore.ts';
import { reasonOf } from '../../reconciliation/settleDifference.ts';
import { CommandError } from '../commandError.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

/**
 * Accepts a difference after the second person's yes: it books nothing, and what it had stopped goes on for as long as it
 * stays what it is. One that has changed since it was asked for is not accepted.
 */
export async function acceptDifference({ database }: LocalContext, request: OperatorRequest): Promise<string> {
  const id = Number(request.subject);
  const { who, why, approvedBy } = request;
  const result = await database.transaction(async (transaction) => {
    const difference = await lockDifference(transaction, id);
    const isSame = difference?.state === 'open' && difference.units.toString() === request.input['units'];
    const status = isSame ? 'done' : 'refused';
    const text = isSame ? 'accepted' : 'it is not what it was when it was asked for';
    await settleRequest(transaction, request.id, { status, result: text });
    if (!difference || !isSame) return { status, text };
    await markAccepted(transaction, id, { who, why, approvedBy: approvedBy ?? '' });
    await setHalts(transaction, reasonOf(id), []);
    const { place, asset, units } = difference;
    await appendAudit(transaction, {
      who,
      approvedBy,
      why,
      action: 'accept-difference',
      subject: `difference ${id}`,
      before: { state: 'open' },
      after: { state: 'accepted', place, asset, units: units.toString() },
    });
    return { status, text };
  });
  if (result.status === 'refused') throw new CommandError(`difference ${id}: ${result.text}`);
  return `difference ${id} is accepted: what it had stopped goes on while it stays the same`;
}
