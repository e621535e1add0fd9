import { fields } from '../../../action/action.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../../action/roles.ts';
import { settleAlertByKey } from '../../../notification/alertStore.ts';
import { recoverLoss } from '../../payment/receipts/recoverLoss.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';
import { createOrderExecutor } from './createOrderExecutor.ts';

export const recoverOrderLoss = defineOrderAction({
  name: 'recover',
  subject: 'order',
  input: fields('entry'),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject, { entry }) => `Match booking ${entry} to the loss of order ${subject}`,
  money: 'Matches an unmatched payment to a loss',
  command: {
    usage: 'recover ORDER ENTRY',
    about: 'matches a bank booking to the loss of an order whose buyer paid after a returned transfer or a dispute',
    read: (_, [orderNo = '', entry = '']) => ({ subject: orderNo, input: { entry } }),
  },
  doneBy: 'worker',
  execute: createOrderExecutor((context, request, order) =>
    executeInTransaction(context, request, async (transaction) => {
      const { entry } = request.input;
      const recovered = await recoverLoss(context.machine, transaction, entry, order.id);
      if (recovered.kind === 'refused') return recovered;
      await settleAlertByKey(transaction, `bank:${entry}`, request.who);
      return { result: `${recovered.amount} of the loss are recovered` };
    }),
  ),
});
