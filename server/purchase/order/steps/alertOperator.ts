import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Log } from '../../../platform/log/log.ts';
import { concludeDone } from '../stepRunner/conclusion.ts';
import { ALL_STATUSES, defineLocalStep } from '../stepRunner/defineStep.ts';

/** Raises an operator alert for an order and logs it for log monitors. */
export const alertOperator = defineLocalStep({
  effect: 'alert_operator',
  while: ALL_STATUSES,
  concludes({ log }: { readonly log: Log }, { id, orderNo, status, heldFrom, reason }) {
    const facts = { orderNo, status, heldFrom, reason };
    return concludeDone(async (transaction) => {
      await raiseAlert(transaction, { key: null, orderId: id, kind: 'order', facts });
      log.warn(facts, 'an order needs the operator');
    });
  },
});
