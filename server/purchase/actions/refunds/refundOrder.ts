import { fields } from '../../../action/action.ts';
import { createRefusal } from '../../../action/requests/requestOutcome.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import { applyDecision, explainSentCoins } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { createOrderExecutor, OPERATOR_HOLD_FACTS, readOrderCommand } from '../orders/createOrderExecutor.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';

export const refundOrder = defineOrderAction({
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
