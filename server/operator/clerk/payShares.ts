import { postByHand } from '../../ledger/handBookingStore.ts';
import { move } from '../../ledger/posting.ts';
import { settleAlertOf } from '../../notification/alertStore.ts';
import { insertSharePayment, lockShares } from '../../partner/shareStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { allocationOf, takeEntry } from '../../purchase/payment/bankEntryStore.ts';
import { markOwn } from '../../treasury/bank/ownBookingStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { type AskedPayment, amountOfEntry, judgeSharePayment } from '../sharePayment.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/**
 * A booking of the bank that belongs to no order has paid a partner's shares. What has left the bank was booked as
 * unallocated when its statement came: it is taken out of there, and nothing is posted of the bank again. The key is the one
 * under which an order, or `book`, would take it.
 */
export async function payShares({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const asked = askedIn(request);
  await judgeSharePayment(database, asked, await database.now());
  return async (transaction) => {
    const { partnerId, entryId } = asked;
    await lockShares(transaction, partnerId);
    if (!(await takeEntry(transaction, entryId, 'unallocated')))
      throw new CommandError(`booking ${entryId} does not wait any more`);
    const now = await transactionTime(transaction);
    // Another may have been paid since it was looked at.
    const { entry, asset, units, until } = await judgeSharePayment(transaction, asked, now);
    const postings =
      entry.direction === 'debit'
        ? move(entry.amount, 'liability:unallocated', 'liability:partner')
        : move(entry.amount, 'liability:partner', 'liability:unallocated');
    const key = allocationOf(entryId);
    await postByHand(transaction, { kind: 'partner_paid', key, postings }, { request: request.id, at: now });
    await insertSharePayment(transaction, { entryId, partnerId, asset, units, until, requestId: request.id });
    await markOwn(transaction, entryId, 'partner-shares');
    await settleAlertOf(transaction, `bank:${entryId}`, request.who);
    const { who, why, approvedBy } = request;
    const subject = `partner ${partnerId}`;
    const after = { entry: entryId, amount: asked.amount, direction: entry.direction, until: until.toISOString() };
    await appendAudit(transaction, { who, why, approvedBy, action: 'pay-shares', subject, before: null, after });
    return entry.direction === 'debit'
      ? `${amountOfEntry(entry)} of the shares of ${partnerId} are paid`
      : `${amountOfEntry(entry)} came back, and are owed to ${partnerId} again`;
  };
}

function askedIn({ subject, input }: OperatorRequest): AskedPayment {
  const { entry = '', until = '', amount = '' } = input;
  return { partnerId: subject, entryId: entry, until, amount };
}
