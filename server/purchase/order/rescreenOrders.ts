import { createHash } from 'node:crypto';
import type { NameScreening } from '../../account/names/nameScreening.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordDecision } from '../../risk/riskStore.ts';
import type { AddressScreening } from '../../risk/screening.ts';
import { hitOf, openOrdersToScreen } from '../../risk/screeningStore.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';

export type RescreenContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly screening: AddressScreening;
  readonly nameScreening: NameScreening;
};

/**
 * Looks at every open order again, since lists change while orders are under way. A hit freezes: nothing is paid out and
 * nothing goes back before two people have lifted it. It is said once for each list that has it, and never of
 * a hit that they have seen.
 */
export async function rescreenOrders(context: RescreenContext): Promise<void> {
  for (const order of await openOrdersToScreen(context.database)) {
    const verdict = context.screening.judge(order.address, new Date());
    const name = context.nameScreening.judge(order.firstName, order.lastName);
    const rule = verdict.outcome === 'denied' ? 'address_denied' : name.isListed ? 'name_listed' : undefined;
    const by = rule === 'name_listed' ? name.entry : verdict.by;
    if (!rule || order.lifted.includes(hitOf(rule, by))) continue;
    await context.database.transaction(async (transaction) => {
      const applied = await applyEvent(context.machine, transaction, order.id, {
        kind: 'risk_flagged',
        // Events outlive the person: none holds a name.
        key: `rescreened:${rule}:${rule === 'name_listed' ? digestOf(by) : by}`,
        facts: { reason: rule },
      });
      if (applied.outcome === 'duplicate') return;
      await recordDecision(transaction, {
        orderId: order.id,
        buyerId: order.buyerId,
        stage: 'nightly',
        outcome: 'hold',
        rule,
        facts: { screening: verdict, ...(rule === 'name_listed' && { name }) },
      });
    });
  }
}

function digestOf(entry: string): string {
  return createHash('sha256').update(entry).digest('hex').slice(0, 16);
}
