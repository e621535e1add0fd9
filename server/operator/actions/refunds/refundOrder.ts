import { defineAction, fields } from '../../action.ts';
import { applyDecision, createRefusal, explainSentCoins } from '../../requests/applyDecision.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../roles.ts';
import { aboveOrderLimit } from '../../thresholds/orderThreshold.ts';
import { createOrderExecutor, OPERATOR_HOLD_FACTS, readOrderCommand } from '../orders/createOrderExecutor.ts';

export const refundOrder = defineAction({
  name: 'refund',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject) => `Refund order ${subject}`,
  money: 'Refunds what was paid',
  command: {
    usage: 'refund ORDER',
    about: 'refunds an order, if no payout has been signed',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: createOrderExecutor(async (context, request, order) => {
    // Checked before the hold, which would remain after a refusal.
    const sent = await explainSentCoins(context.database, order.orderNo);
    if (sent) return createRefusal(sent);
    if (order.status !== 'on_hold') {
      const decision = { kind: 'risk_flagged', facts: OPERATOR_HOLD_FACTS } as const;
      const flagged = await applyDecision(context, request, decision, { settles: false });
      if (flagged === 'later' || flagged.status === 'refused') return flagged;
    }
    return applyDecision(context, request, { kind: 'hold_refused', facts: {} });
  }),
});
