import { z } from 'zod';
import { createRefusal } from '../../../action/requests/requestOutcome.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { prepareGiveUp, saveGiveUp } from '../../conversion/giveUpConversion.ts';
import type { Order } from '../../order/order.ts';
import { applyDecision, explainSentCoins } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';
import { createOrderExecutor } from './createOrderExecutor.ts';

/** Statuses in which an order's coins are being bought, or are about to be. */
const CAN_BE_GIVEN_UP: ReadonlySet<Order['status']> = new Set(['paid', 'converting']);

export const giveUpConversion = defineOrderAction({
  name: 'give-up',
  subject: 'order',
  input: z.strictObject({ sellBack: z.enum(['yes', 'no']).default('no') }),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject) => `Cancel the purchase of order ${subject} and refund it`,
  money: 'Refunds what was paid; coins already bought stay at the exchange or, with `--sell-back`, are sold there',
  command: {
    usage: 'give-up ORDER [--sell-back]',
    about:
      'cancels the purchase of an order’s coins and refunds the order; coins that were bought stay on your account at the exchange or, with --sell-back, are sold there',
    read: ({ options }, [orderNo = '']) => ({ subject: orderNo, input: { sellBack: options['sell-back'] ?? 'no' } }),
  },
  doneBy: 'worker',
  execute: createOrderExecutor(async (context, request, order) => {
    if (!CAN_BE_GIVEN_UP.has(order.status))
      return createRefusal(`an order that is ${order.status} has no purchase to give up`);
    // Checked before anything is cancelled or sold at the exchange.
    const sent = await explainSentCoins(context.database, order.orderNo);
    if (sent) return createRefusal(sent);
    const givenUp = await prepareGiveUp(context, order.id, { sellsBack: request.input.sellBack === 'yes' });
    if (givenUp === 'later') return 'later';
    if (givenUp === 'unsalable')
      return createRefusal('the exchange cannot sell back what was bought: give it up without --sell-back');
    const write = (transaction: Transaction) => saveGiveUp(context, transaction, givenUp);
    return applyDecision(context, request, { kind: 'conversion_given_up', facts: {} }, { write });
  }),
});
