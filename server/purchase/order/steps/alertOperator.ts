import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Log } from '../../../platform/log/log.ts';
import { done } from '../conclusion.ts';
import { ALWAYS, defineOwnStep } from '../defineStep.ts';

/** Puts an order before the operator: in the list of alerts, and in the log for whatever watches it. */
export const alertOperator = defineOwnStep({
  effect: 'alert_operator',
  while: ALWAYS,
  concludes({ log }: { readonly log: Log }, { id, orderNo, status, heldFrom, reason }) {
    const facts = { orderNo, status, heldFrom, reason };
    return done(async (transaction) => {
      await raiseAlert(transaction, { key: null, orderId: id, kind: 'order', facts });
      log.warn(facts, 'an order needs the operator');
    });
  },
});
