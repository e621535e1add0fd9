import { z } from 'zod';
import { optional } from '../../../action/action.ts';
import { never } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { TREASURER } from '../../../action/roles.ts';
import { findBatchOrderNumbers, findBatchOrders } from '../../delivery/currentDelivery.ts';
import { cancelPayout as cancelSigned } from '../../delivery/forms/cancelPayout.ts';
import { findOrder } from '../../order/orderStore.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { createPayoutExecutor, findOrderCountProblem } from './createPayoutExecutor.ts';

export const cancelOrderPayout = defineOrderAction({
  name: 'cancel-payout',
  subject: 'order',
  // The number of orders that the transaction pays: the person signs that all of their payouts are cancelled.
  input: z.strictObject({ orders: optional('1') }),
  right: { requesters: TREASURER, approvers: null },
  secondPerson: never,
  title: (subject, { orders }) =>
    orders === '1'
      ? `Cancel the payout of order ${subject}`
      : `Cancel the payout of ${orders} orders, including ${subject}`,
  money: 'The coins stay in the wallet if the cancellation is mined first',
  button: ({ paidWith, isHeld }: { readonly paidWith: readonly string[]; readonly isHeld: boolean }) => {
    const count = paidWith.length;
    const again = isHeld ? '.' : ', and the orders are paid out again.';
    return count > 1
      ? {
          label: `Cancel the payout of ${count} orders`,
          effect: `Works only while no block contains the transaction. It pays ${count} orders: all of their payouts are cancelled${again} The orders are ${paidWith.join(', ')}.`,
        }
      : {
          label: 'Cancel payout',
          effect: `Works only while no block contains the transaction. The payout is cancelled${again}`,
        };
  },
  command: {
    usage: 'cancel-payout ORDER [--orders COUNT]',
    about:
      'cancels a payout that is in no block yet, for all orders that its transaction pays; hold the order first, or it is paid out again',
    async read({ database, options }, [orderNo = '']) {
      const order = await findOrder(database, orderNo);
      const numbers = order ? await findBatchOrderNumbers(database, order.id) : [];
      const { orders = '1' } = options;
      const why = findOrderCountProblem(numbers, orders);
      if (why !== undefined) throw new CommandError(`${why}; give --orders ${numbers.length}`);
      return { subject: orderNo, input: { orders } };
    },
  },
  doneBy: 'worker',
  execute: createPayoutExecutor(
    async (context, delivery, { id, input }) => {
      const numbers = (await findBatchOrders(context.database, delivery)).map(({ orderNo }) => orderNo);
      const why = findOrderCountProblem(numbers, input.orders);
      return why === undefined ? cancelSigned(context, delivery, 'cancelled', id) : { kind: 'miscounted', why };
    },
    (batchSuffix) => `the cancellation was sent${batchSuffix}: if the payout is mined first, it stands`,
  ),
});
