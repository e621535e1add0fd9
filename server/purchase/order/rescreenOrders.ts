import type { Database } from '../../platform/database/database.ts';
import { recordDecision } from '../../risk/riskStore.ts';
import type { AddressScreening } from '../../risk/screening.ts';
import { hitOf, openOrdersToScreen } from '../../risk/screeningStore.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';

export type RescreenContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly screening: AddressScreening;
  readonly nameScreening: { isListed(firstName: string, lastName: string): boolean };
};

/**
 * Looks at every open order again, since lists change while orders are under way. A hit freezes: nothing is paid out and
 * nothing goes back before two people have lifted it. It is said once for each list that has it, and never of
 * a hit that they have seen.
 */
export async function rescreenOrders(context: RescreenContext): Promise<void> {
  for (const order of await openOrdersToScreen(context.database)) {
    const verdict = context.screening.judge(order.address, new Date());
    const named = context.nameScreening.isListed(order.firstName, order.lastName);
    const rule = verdict.outcome === 'denied' ? 'address_denied' : named ? 'name_listed' : undefined;
    if (!rule || order.lifted.includes(hitOf(rule, verdict.by))) continue;
    await context.database.transaction(async (transaction) => {
      const applied = await applyEvent(context.machine, transaction, order.id, {
        kind: 'risk_flagged',
        key: `rescreened:${rule}:${verdict.by}`,
        facts: { reason: rule },
      });
      if (applied.outcome === 'duplicate') return;
      await recordDecision(transaction, {
        orderId: order.id,
        buyerId: order.buyerId,
        stage: 'nightly',
        outcome: 'hold',
        rule,
        facts: { screening: verdict },
      });
    });
  }
}
