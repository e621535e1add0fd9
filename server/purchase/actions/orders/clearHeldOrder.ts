import { lockBuyer } from '../../../account/buyerStore.ts';
import { fields } from '../../../action/action.ts';
import { createRefusal } from '../../../action/requests/requestOutcome.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import type { Assessment } from '../../order/orderEventKinds.ts';
import { assessOrder } from '../../payment/assessment/assessOrder.ts';
import { applyDecision, type OrderActionContext } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';
import { createOrderExecutor, readOrderCommand } from './createOrderExecutor.ts';
import { findClearingProblem } from './findClearingProblem.ts';

export const clearHeldOrder = defineOrderAction({
  name: 'clear',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject) => `Release order ${subject}`,
  money: 'The order continues: capture, purchase or payout',
  command: {
    usage: 'clear ORDER',
    about: 'releases a held order; identity and price are checked again',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: createOrderExecutor(async (context, request, order) => {
    if (order.status !== 'on_hold') return createRefusal(`it is not held: ${order.status}`);
    const blocked = await findClearingProblem(context.database, order);
    if (blocked !== undefined) return createRefusal(blocked);
    if (context.screening.isDenied(order.address))
      return createRefusal('its address is on a deny list: it cannot be released');
    const assessment = await assessOrder(context, order);
    if (!assessment) return 'later';
    // The person has judged the risk; identity and price are still checked.
    const cleared: Assessment = { ...(await reassessWithoutRisk(context, order, assessment)), risk: 'clear' };
    const write = (transaction: Transaction) => checkBlockedMeanwhile(transaction, order);
    return applyDecision(context, request, { kind: 'hold_cleared', facts: { assessment: cleared } }, { write });
  }),
});

/**
 * Returns `stale` if the buyer was blocked during the assessment. A block does not change held orders, so the buyer is locked:
 * a later block then finds the released order.
 */
async function checkBlockedMeanwhile(transaction: Transaction, order: Order): Promise<'stale' | undefined> {
  if (order.buyerId !== null) await lockBuyer(transaction, order.buyerId);
  return (await findClearingProblem(transaction, order)) === undefined ? undefined : 'stale';
}

/**
 * If a risk rule applies, assesses the order again without risk rules, since the price was not checked. Has the effects of
 * {@link assessOrder}. Otherwise, or if the price is unavailable, returns the given assessment.
 */
async function reassessWithoutRisk(
  context: OrderActionContext,
  order: Order,
  assessment: Assessment,
): Promise<Assessment> {
  if (assessment.risk === 'clear' || assessment.identity === 'needed') return assessment;
  return (await assessOrder({ ...context, riskRules: () => [] }, { ...order, holdRequested: false })) ?? assessment;
}
