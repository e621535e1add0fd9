import { fields } from '../../../action/action.ts';
import { createRefusal, recordOutcome } from '../../../action/requests/requestOutcome.ts';
import { lockRequest } from '../../../action/requests/requestStore.ts';
import { CASE_STAFF, TREASURER } from '../../../action/roles.ts';
import { settleAlertByKey } from '../../../notification/alertStore.ts';
import { findEntry } from '../../payment/bankEntryStore.ts';
import { allocateToOrder } from '../../payment/receipts/allocateReceipts.ts';
import { findMatchObstacle } from '../../payment/receipts/receiptMatchRules.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';
import { createOrderExecutor } from './createOrderExecutor.ts';

export const matchBooking = defineOrderAction({
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
