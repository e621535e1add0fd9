import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import type { Chain, PayoutRequest, PayoutView } from '../../providers/chain/chainPort.ts';
import { requireChain } from '../../providers/chain/chains.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import { applyEvent } from '../order/applyEvent.ts';
import type { EventData, EventKind } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import {
  insertVariant,
  livePayout,
  type Payout,
  type PayoutStatus,
  type PayoutVariant,
  payoutVariants,
  updatePayout,
} from './payoutStore.ts';
import { type DeliveryContext, type Preparation, preparePayout } from './preparePayout.ts';

type DeliveryEffect = 'send_payout' | 'sync_payout' | 'watch_payout' | 'rebroadcast_payout' | 'bump_payout';

type Delivery = {
  readonly order: Order;
  readonly payout: Payout;
  readonly variants: readonly PayoutVariant[];
  readonly chain: Chain;
  readonly request: PayoutRequest;
};

/** A payout that the node has forgotten is told about at most this often. */
const DROPPED_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
/** The operator's factor is read to the thousandth. */
const FACTOR_SCALE = 1_000;

export function deliveryEffects(context: DeliveryContext): Effects<DeliveryEffect> {
  async function send(orderId: number): Promise<void> {
    const order = await findOrderById(context.database, orderId);
    if (order?.status !== 'converted') return;
    const delivery = await findDelivery(context, order);
    if (delivery) return broadcast(context, delivery);
    const prepared = await preparePayout(context, order);
    if (prepared !== 'prepared') return explain(context, order, prepared);
    const fresh = await findDelivery(context, order);
    if (fresh) await broadcast(context, fresh);
  }

  return {
    send_payout: send,
    sync_payout: send,

    async watch_payout(orderId) {
      await withDelivery(context, orderId, ['delivering', 'delivered', 'on_hold'], (delivery) =>
        watch(context, delivery),
      );
    },

    async rebroadcast_payout(orderId) {
      await withDelivery(context, orderId, ['delivering'], async ({ chain, variants }) => {
        // Oldest first: the node keeps the one with the highest fee.
        for (const variant of variants.toReversed()) await chain.broadcastPayout(variant);
      });
    },

    async bump_payout(orderId) {
      await withDelivery(context, orderId, ['delivering'], (delivery) => bump(context, delivery));
    },
  };
}

async function withDelivery(
  context: DeliveryContext,
  orderId: number,
  statuses: readonly Order['status'][],
  step: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const order = await findOrderById(context.database, orderId);
  if (!order || !statuses.includes(order.status)) return;
  const delivery = await findDelivery(context, order);
  if (delivery) await step(delivery);
}

async function findDelivery(
  { database, catalog, chains }: DeliveryContext,
  order: Order,
): Promise<Delivery | undefined> {
  const payout = await livePayout(database, order.id);
  if (!payout) return undefined;
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  return {
    order,
    payout,
    variants: await payoutVariants(database, payout.id),
    chain: requireChain(chains, crypto.network.chain),
    request: { asset: crypto.asset, to: payout.toAddress, units: payout.units },
  };
}

/** What keeps a payout from being made, as the order's event. */
const explanations: { readonly [Key in Preparation]?: { readonly kind: EventKind; readonly reason: string } } = {
  would_revert: { kind: 'payout_refused', reason: 'would_revert' },
  dust: { kind: 'payout_refused', reason: 'dust' },
  address_denied: { kind: 'risk_flagged', reason: 'address_denied' },
  address_changed: { kind: 'risk_flagged', reason: 'address_changed' },
  not_paid: { kind: 'risk_flagged', reason: 'not_paid' },
};

async function explain(context: DeliveryContext, order: Order, preparation: Preparation): Promise<void> {
  if (preparation === 'funds_short') {
    // Said once an hour for as long as it lasts.
    const hour = Math.floor((await context.database.now()).getTime() / HOUR_MS);
    return tell(context, order, 'funds_short', `funds_short:${hour}`, {});
  }
  if (preparation === 'list_stale') {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const facts = { network: order.network };
    await raiseAlert(context.database, {
      key: `payouts_stopped:${order.network}:${hour}`,
      orderId: null,
      kind: 'sanctions_list_stale',
      facts,
    });
    return;
  }
  const explanation = explanations[preparation];
  if (explanation)
    await tell(context, order, explanation.kind, `${explanation.kind}:${explanation.reason}`, {
      reason: explanation.reason,
    });
}

/** Sends the stored bytes, as often as it takes. Signed and stored before, a payout is never signed twice. */
async function broadcast(context: DeliveryContext, { order, payout, variants, chain }: Delivery): Promise<void> {
  const [newest] = variants;
  if (!newest) throw new Error(`payout ${payout.id} has no signed bytes`);
  const outcome = await chain.broadcastPayout(newest);
  const about = { payoutId: payout.id, transactionId: newest.transactionId, units: payout.units };
  if (outcome.kind === 'ok') {
    await context.database.transaction(async (transaction) => {
      await updatePayout(transaction, payout.id, {
        status: 'broadcast',
        transactionId: newest.transactionId,
        confirmations: 0,
        feeUnits: null,
      });
      await applyEvent(context.machine, transaction, order.id, {
        kind: 'payout_submitted',
        key: `${payout.id}:submitted`,
        data: about,
      });
    });
  } else if (outcome.kind === 'unknown') {
    await tell(context, order, 'payout_unknown', `${payout.id}:unknown`, about);
  }
  const spentElsewhere = outcome.kind === 'refused' && outcome.reason === 'spent_elsewhere';
  if (spentElsewhere || (outcome.kind !== 'ok' && (await hasExpired(context, chain, newest))))
    await abandonIfReplaced(context, { order, payout, chain, newest });
}

async function hasExpired(
  { database }: DeliveryContext,
  { traits: { signedBytesExpireAfterMs } }: Chain,
  { createdAt }: PayoutVariant,
): Promise<boolean> {
  if (signedBytesExpireAfterMs === undefined) return false;
  return (await database.now()).getTime() - createdAt.getTime() > signedBytesExpireAfterMs;
}

/** Only when the chain says for good that these bytes can never be mined may the payout be made anew. */
async function abandonIfReplaced(
  context: DeliveryContext,
  { payout, chain, newest }: { order: Order; payout: Payout; chain: Chain; newest: PayoutVariant },
): Promise<void> {
  const view = await chain.getPayout(newest, newest.unsigned);
  if (view.kind !== 'ok' || view.value.status !== 'replaced' || !view.value.final) return;
  await updatePayout(context.database, payout.id, {
    status: 'abandoned',
    transactionId: newest.transactionId,
    confirmations: 0,
    feeUnits: null,
  });
}

async function watch(context: DeliveryContext, delivery: Delivery): Promise<void> {
  const views: { variant: PayoutVariant; view: PayoutView }[] = [];
  for (const variant of delivery.variants) {
    const seen = await delivery.chain.getPayout(variant, variant.unsigned);
    if (seen.kind !== 'ok') return;
    views.push({ variant, view: seen.value });
  }
  const mined = views.find(({ view }) => view.status === 'included' || view.status === 'reverted');
  if (mined) return recordMined(context, delivery, mined.variant, mined.view);
  if (delivery.order.status === 'delivered') return recordReorganization(context, delivery);
  const expires = delivery.chain.traits.signedBytesExpireAfterMs !== undefined;
  if (expires && views.every(({ view }) => view.status === 'replaced' && view.final))
    return recordExpiry(context, delivery);
  await recordWaiting(context, delivery, views);
}

/** Sent, never mined, and its bytes are void for good: the order goes on as after a payout that failed in its block. */
async function recordExpiry(context: DeliveryContext, { order, payout }: Delivery): Promise<void> {
  if (order.status !== 'delivering') return;
  await context.database.transaction(async (transaction) => {
    await updatePayout(transaction, payout.id, {
      status: 'reverted',
      transactionId: payout.transactionId,
      confirmations: 0,
      feeUnits: null,
    });
    await applyEvent(context.machine, transaction, order.id, {
      kind: 'payout_reverted',
      key: `${payout.id}:payout_reverted:`,
      data: { payoutId: payout.id, units: payout.units },
    });
  });
}

async function recordMined(
  context: DeliveryContext,
  delivery: Delivery,
  variant: PayoutVariant,
  view: PayoutView,
): Promise<void> {
  const { order, payout, chain } = delivery;
  const about: EventData = {
    payoutId: payout.id,
    transactionId: variant.transactionId,
    units: payout.units,
    networkFee: view.networkFee && { asset: view.networkFee.asset.id, units: view.networkFee.units },
  };
  const enough =
    chain.traits.deliveredWhen === 'final'
      ? view.final
      : view.confirmations >= chain.requiredConfirmations(order.euroCents);
  const kind = minedEvent(order, view, enough);
  const status = payoutStatus(payout, view, enough);
  await context.database.transaction(async (transaction) => {
    await updatePayout(transaction, payout.id, {
      status,
      transactionId: variant.transactionId,
      confirmations: view.confirmations,
      feeUnits: view.networkFee?.units ?? null,
    });
    if (kind === 'payout_confirmed') await watchFee(context, transaction, delivery, view);
    if (kind) {
      const key = `${payout.id}:${kind}:${kind === 'payout_confirmed' ? order.eventSequence : ''}`;
      await applyEvent(context.machine, transaction, order.id, { kind, key, data: about });
    }
  });
}

/** A chain that took far more than was expected, after bumps or a spike, is somebody's to look at. */
async function watchFee(
  { rules }: DeliveryContext,
  transaction: Transaction,
  { order, payout }: Delivery,
  view: PayoutView,
): Promise<void> {
  const taken = view.networkFee?.units ?? 0n;
  const quoted = payout.quotedFeeUnits;
  const limit = quoted === null ? null : quoted * BigInt(Math.round(rules.networkFeeAlertFactor * FACTOR_SCALE));
  if (limit === null || taken * BigInt(FACTOR_SCALE) <= limit) return;
  await raiseAlert(transaction, {
    key: `fee:${payout.id}`,
    orderId: order.id,
    kind: 'network_fee_high',
    facts: { orderNo: order.orderNo, quotedUnits: String(quoted), takenUnits: taken.toString() },
  });
}

function minedEvent(order: Order, view: PayoutView, enough: boolean): EventKind | undefined {
  if (view.status === 'reverted') return view.final && order.status === 'delivering' ? 'payout_reverted' : undefined;
  const arriving = order.status === 'delivering' || (order.status === 'on_hold' && order.heldFrom !== 'delivered');
  if (enough && arriving) return 'payout_confirmed';
  return view.final && order.status === 'delivered' ? 'payout_final' : undefined;
}

function payoutStatus(payout: Payout, view: PayoutView, enough: boolean): PayoutStatus {
  if (view.status === 'reverted') return view.final ? 'reverted' : payout.status;
  if (!enough) return 'broadcast';
  return view.final ? 'final' : 'confirmed';
}

/** Delivered, and gone from the chain: back to delivering, with the same bytes. */
async function recordReorganization(context: DeliveryContext, { order, payout }: Delivery): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await updatePayout(transaction, payout.id, {
      status: 'broadcast',
      transactionId: payout.transactionId,
      confirmations: 0,
      feeUnits: null,
    });
    await applyEvent(context.machine, transaction, order.id, {
      kind: 'payout_reorged',
      key: `${payout.id}:reorged:${order.eventSequence}`,
      data: { payoutId: payout.id },
    });
  });
}

async function recordWaiting(
  context: DeliveryContext,
  { order, payout, variants, chain }: Delivery,
  views: readonly { variant: PayoutVariant; view: PayoutView }[],
): Promise<void> {
  if (order.status !== 'delivering') return;
  const now = await context.database.now();
  if (views.every(({ view }) => view.status === 'missing')) {
    const slot = Math.floor(now.getTime() / DROPPED_EVERY_MS);
    return tell(context, order, 'payout_dropped', `${payout.id}:dropped:${slot}`, { payoutId: payout.id });
  }
  const [newest] = variants;
  const waitedMs = newest ? now.getTime() - newest.createdAt.getTime() : 0;
  if (newest && waitedMs > chain.traits.stuckAfterMs && chain.bumpPayout(newest.unsigned)) {
    await tell(context, order, 'payout_stuck', `${payout.id}:stuck:${newest.number}`, { payoutId: payout.id });
  }
}

async function bump(context: DeliveryContext, { payout, variants, chain, request }: Delivery): Promise<void> {
  const [newest] = variants;
  const unsigned = newest && chain.bumpPayout(newest.unsigned);
  if (!newest || !unsigned) return;
  const signed = await chain.signPayout(unsigned, request);
  await context.database.transaction((transaction) =>
    insertVariant(transaction, payout.id, newest.number + 1, unsigned, signed),
  );
  await chain.broadcastPayout(signed);
}

async function tell(
  { database, machine }: DeliveryContext,
  order: Order,
  kind: EventKind,
  key: string,
  data: EventData,
): Promise<void> {
  await database.transaction((transaction) => applyEvent(machine, transaction, order.id, { kind, key, data }));
}
