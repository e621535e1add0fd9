import type { Transaction } from '../../platform/database/database.ts';
import { prepareGivingUp, writeGivingUp } from '../../purchase/conversion/giveUp.ts';
import type { Assessment } from '../../purchase/order/events.ts';
import type { Order } from '../../purchase/order/order.ts';
import { assessOrder } from '../../purchase/payment/assessOrder.ts';
import { againstClearing } from '../buyer/againstClearing.ts';
import { decide, type OperatorContext, refusedAs } from '../decide.ts';
import type { OrderAction } from '../requestActions.ts';
import type { OnOrder } from './actions.ts';

const BY_OPERATOR = { reason: 'operator' };

/** Where the coins of an order are bought, or are about to be. */
const CAN_BE_GIVEN_UP: ReadonlySet<Order['status']> = new Set(['paid', 'converting']);

export const holdActions = {
  hold: (context, request) => decide(context, request, { kind: 'risk_flagged', facts: BY_OPERATOR }),
  refuse: (context, request) => decide(context, request, { kind: 'hold_refused', facts: {} }),
  freeze: (context, request) => decide(context, request, { kind: 'frozen', facts: BY_OPERATOR }),
  unfreeze: (context, request) => decide(context, request, { kind: 'unfrozen', facts: {} }),

  async refund(context, request, order) {
    if (order.status !== 'on_hold') {
      const word = { kind: 'risk_flagged', facts: BY_OPERATOR } as const;
      const flagged = await decide(context, request, word, { settles: false });
      if (flagged === 'later' || flagged.status === 'refused') return flagged;
    }
    return decide(context, request, { kind: 'hold_refused', facts: {} });
  },

  async give_up(context, request, order) {
    if (!CAN_BE_GIVEN_UP.has(order.status)) return refusedAs(`nothing is bought for an order that is ${order.status}`);
    const givenUp = await prepareGivingUp(context, order.id, { sellsBack: request.input.sellBack === 'yes' });
    if (givenUp === 'later') return 'later';
    if (givenUp === 'unsalable')
      return refusedAs('the venue does not sell what was bought of it: give it up without --sell-back');
    const write = (transaction: Transaction) => writeGivingUp(context, transaction, givenUp);
    return decide(context, request, { kind: 'conversion_given_up', facts: {} }, { write });
  },

  async clear(context, request, order) {
    if (order.status !== 'on_hold') return refusedAs(`it is not held: ${order.status}`);
    const blocked = await againstClearing(context.database, order);
    if (blocked !== undefined) return refusedAs(blocked);
    if (context.screening.isDenied(order.address)) return refusedAs('its address is on a list: it cannot be cleared');
    const assessment = await assessOrder(context, order);
    if (!assessment) return 'later';
    // The person has looked at the risk; identity and price are judged as ever.
    const cleared: Assessment = { ...(await withoutRisk(context, order, assessment)), risk: 'clear' };
    return decide(context, request, { kind: 'hold_cleared', facts: { assessment: cleared } });
  },
} satisfies Readonly<Partial<Record<OrderAction, OnOrder>>>;

/** A broken rule hid the price from the guards: it is looked at now. */
async function withoutRisk(context: OperatorContext, order: Order, assessment: Assessment): Promise<Assessment> {
  if (assessment.risk === 'clear' || assessment.identity === 'needed') return assessment;
  return (await assessOrder({ ...context, riskRules: () => [] }, { ...order, holdRequested: false })) ?? assessment;
}
