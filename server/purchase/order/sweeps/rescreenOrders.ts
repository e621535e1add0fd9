import { createHash } from 'node:crypto';
import { findProfile, findProfiles, type Profile } from '../../../account/details/profileStore.ts';
import type { NameScreening } from '../../../account/names/nameScreening.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PersonalDataError } from '../../../platform/personal/personalDataError.ts';
import { insertRiskDecision } from '../../../risk/riskStore.ts';
import type { AddressScreener } from '../../../risk/screening.ts';
import { formatHitKey, listOpenOrdersToScreen } from '../../../risk/screeningStore.ts';
import { applyEvent, findTransition, type OrderMachine } from '../machine/applyEvent.ts';
import type { OrderEvent } from '../orderEventKinds.ts';
import { lockOrder } from '../orderStore.ts';

export type RescreenContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly screening: AddressScreener;
  readonly nameScreening: NameScreening;
};

/**
 * Screens again every own order that is neither frozen nor being delivered and whose money may still move, since sanctions
 * lists change meanwhile. A match freezes the order: no payout and no refund until two people have lifted it. Each match
 * freezes the order only once, so not again after its freeze was lifted. Throws at the end if a buyer's details could not
 * be read.
 */
export async function rescreenOrders(context: RescreenContext): Promise<void> {
  const orders = await listOpenOrdersToScreen(context.database);
  const { profiles, unreadable } = await loadProfiles(context.database, orders);
  for (const order of orders) {
    const verdict = context.screening.judge(order.address, new Date());
    const { firstName, lastName } = profiles.get(order.buyerId ?? '') ?? { firstName: '', lastName: '' };
    const name = context.nameScreening.judge(firstName, lastName);
    const rule = verdict.outcome === 'denied' ? 'address_denied' : name.isListed ? 'name_listed' : undefined;
    const by = rule === 'name_listed' ? name.entry : verdict.by;
    if (!rule || order.lifted.includes(formatHitKey(rule, by))) continue;
    const event: OrderEvent = {
      kind: 'risk_flagged',
      // Events remain after the buyer's data is erased, so they must contain no name.
      key: `rescreened:${rule}:${rule === 'name_listed' ? computeDigest(by) : by}`,
      facts: { reason: rule },
    };
    await context.database.transaction(async (transaction) => {
      const { order: locked, now } = await lockOrder(transaction, order.id);
      // An event that freezes nothing must not be recorded: the same match would not freeze the order later.
      if (!findTransition(locked.status, event, { order: locked, now })) return;
      const applied = await applyEvent(context.machine, transaction, order.id, event);
      if (applied.outcome === 'duplicate') return;
      await insertRiskDecision(transaction, {
        orderId: order.id,
        buyerId: order.buyerId,
        stage: 'nightly',
        outcome: 'hold',
        rule,
        facts: { screening: verdict, ...(rule === 'name_listed' && { name }) },
      });
    });
  }
  if (unreadable) throw unreadable;
}

type LoadedProfiles = {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly unreadable: PersonalDataError | undefined;
};

/** An unreadable row does not prevent the other orders from being screened. */
async function loadProfiles(
  database: Database,
  orders: readonly { readonly buyerId: string | null }[],
): Promise<LoadedProfiles> {
  const buyerIds = [...new Set(orders.flatMap(({ buyerId }) => buyerId ?? []))];
  try {
    return { profiles: await findProfiles(database, buyerIds), unreadable: undefined };
  } catch (error) {
    if (!(error instanceof PersonalDataError)) throw error;
    const profiles = new Map<string, Profile>();
    for (const buyerId of buyerIds) {
      const profile = await findProfile(database, buyerId).catch(ignoreUnreadable);
      if (profile) profiles.set(buyerId, profile);
    }
    return { profiles, unreadable: error };
  }
}

function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof PersonalDataError)) throw error;
}

function computeDigest(entry: string): string {
  return createHash('sha256').update(entry).digest('hex').slice(0, 16);
}
