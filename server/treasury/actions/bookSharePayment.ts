import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { postManualBooking } from '../../ledger/manualBookingStore.ts';
import { move } from '../../ledger/posting.ts';
import { settleAlertByKey } from '../../notification/alertStore.ts';
import { insertSharePayment, lockShares } from '../../partner/shareStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { awaitEntryInStatus, buildAllocationKey, findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { markOwnBooking } from '../bank/ownBookingStore.ts';
import { describeBooking, judgeSharePayment } from './sharePayment.ts';

const inputSchema = fields('entry', 'until', 'amount', 'direction');

/**
 * Allocates an unallocated bank booking to a partner's shares: a debit as their payment, a credit as a payment that the bank
 * returned. The import of the statement has already posted to the bank account, so this only moves the amount between
 * `liability:unallocated` and `liability:partner`. The entry's key is the same for every use of the booking: it is used once.
 */
export const bookSharePayment = defineAction({
  name: 'pay-shares',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { amount, direction }) =>
    direction === 'credit'
      ? `Record ${amount} of the revenue share of partner ${subject} as returned`
      : `Record ${amount} of the revenue share of partner ${subject} as paid`,
  money: 'Reduces the amount owed to a partner, or restores it if the bank returned the payment',
  button: ({ amount, direction }: ReturnType<typeof describeBooking>) =>
    direction === 'credit'
      ? {
          label: `Record ${amount} as returned`,
          effect:
            'The booking is a revenue share payment that the bank returned: you owe the partner the amount again.',
        }
      : {
          label: amount === '' ? 'Record a revenue share payment' : `Record ${amount} as revenue share paid`,
          effect:
            'Records the bank booking as a payment of the partner’s revenue share and reduces what you owe the partner. No money is sent; the cost was booked when the orders were delivered.',
        },
  command: {
    usage: 'pay-shares PARTNER ENTRY --until TIME',
    about:
      'marks a bank booking as the payment of the revenue share that a partner earned before a time such as 2026-12-01T00:00:00Z, or as the return of such a payment; never more than is owed; needs two people',
    async read(context, [partnerId = '', entryId = '']) {
      const { until = '' } = context.options;
      const entry = await findEntry(context.database, entryId);
      const booked = describeBooking(entry);
      // Fails before a second person is asked to approve a request that would be refused.
      await judgeSharePayment(context.database, { partnerId, entryId, until, ...booked }, await context.database.now());
      return { subject: partnerId, input: { entry: entryId, until, ...booked } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { entry: entryId, until: paidUntil, amount, direction } = request.input;
  const partnerId = request.subject;
  const paymentRequest = { partnerId, entryId, until: paidUntil, amount, direction };
  await judgeSharePayment(database, paymentRequest, await database.now());
  return async (transaction) => {
    await lockShares(transaction, partnerId);
    if (!(await awaitEntryInStatus(transaction, entryId, 'unallocated')))
      throw new CommandError(`booking ${entryId} is no longer open`);
    const now = await readTransactionTime(transaction);
    // Another payment may have been booked since the first check.
    const { entry, asset, units, until } = await judgeSharePayment(transaction, paymentRequest, now);
    const postings =
      entry.direction === 'debit'
        ? move(entry.amount, 'liability:unallocated', 'liability:partner')
        : move(entry.amount, 'liability:partner', 'liability:unallocated');
    const key = buildAllocationKey(entryId);
    await postManualBooking(transaction, { kind: 'partner_paid', key, postings }, { request: request.id, at: now });
    await insertSharePayment(transaction, { entryId, partnerId, asset, units, until, requestId: request.id });
    await markOwnBooking(transaction, entryId, 'partner-shares');
    await settleAlertByKey(transaction, `bank:${entryId}`, request.who);
    const { who, why, approvedBy } = request;
    const subject = `partner ${partnerId}`;
    const after = { entry: entryId, amount, direction, until: until.toISOString() };
    await appendAuditLine(transaction, { who, why, approvedBy, action: 'pay-shares', subject, before: null, after });
    return direction === 'debit'
      ? `${amount} of the shares of ${partnerId} are marked as paid`
      : `${amount} were returned and are owed to ${partnerId} again`;
  };
}
