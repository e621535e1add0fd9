import { settleAlertByKey } from '../../../notification/alertStore.ts';
import { findEntry } from '../../../purchase/payment/bankEntryStore.ts';
import { allocateToOrder } from '../../../purchase/payment/receipts/allocateReceipts.ts';
import { findMatchObstacle } from '../../../purchase/payment/receipts/receiptMatchRules.ts';
import { defineAction, fields } from '../../action.ts';
import { createRefusal, recordOutcome } from '../../requests/applyDecision.ts';
import { lockRequest } from '../../requests/requestStore.ts';
import { CASE_STAFF, TREASURER } from '../../roles.ts';
import { aboveOrderLimit } from '../../thresholds/orderThreshold.ts';
import { createOrderExecutor } from '../orders/createOrderExecutor.ts';

export const matchBooking = defineAction({
  name: 'match',
  subject: 'order',
  input: fields('entry'),
  right: { requesters: CASE_STAFF, approvers: TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject, { entry }) => `Match booking ${entry} to order ${subject}`,
  money: 'Matches an unmatched payment to the order',
  command: {
    usage: 'match ENTRY ORDER',
    about: 'matches an order to a bank booking that lacks its reference',
    read: (_, [entry = '', orderNo = '']) => ({ subject: orderNo, input: { entry } }),
  },
  doneBy: 'worker',
  execute: createOrderExecutor(async (context, request, order) => {
    const entry = await findEntry(context.database, request.input.entry);
    const why = findMatchObstacle(order, entry);
    if (!entry || why !== undefined) return createRefusal(why ?? 'there is no such unmatched payment');
    const done = { status: 'done', result: 'the payment is matched to the order' } as const;
    const allocated = await allocateToOrder(context, entry, order, 'unallocated', {
      isAllowed: async (transaction) => (await lockRequest(transaction, request.id)) !== undefined,
      async write(transaction) {
        await settleAlertByKey(transaction, `bank:${entry.id}`, request.who);
        await recordOutcome(transaction, request, done, order.status);
      },
    });
    return allocated === 'later' ? 'later' : done;
  }),
});
