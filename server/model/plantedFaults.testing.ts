import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { addAmounts } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { type GuardName, guards } from '../purchase/order/machine/guards.ts';
import { changeRules } from '../purchase/order/machine/orderChanges.ts';
import { type Transition, transitions } from '../purchase/order/machine/transitions.ts';
import { unmatchedEventHandling } from '../purchase/order/machine/unmatchedEventHandling.ts';
import { toPayAmount } from '../purchase/order/order.ts';
import type { EventKind } from '../purchase/order/orderEventKinds.ts';
import { entryRules } from '../purchase/order/postings/orderEntries.ts';

/**
 * A fault that the product once had, or that a careless change may reintroduce; `plant` returns the function that removes it.
 */
export type PlantedFault = {
  readonly name: string;
  readonly plant: (database: Database) => Promise<() => Promise<void>>;
};

// Constant in the product; tests may modify them.
const rows = transitions as Transition[];

function plantInMemory(name: string, plant: () => () => void): PlantedFault {
  return {
    name,
    async plant() {
      const restore = plant();
      return async () => restore();
    },
  };
}

/** Replaces the rows that match a condition. */
function rewriteTransitions(
  name: string,
  isOne: (row: Transition) => boolean,
  other: (row: Transition) => readonly Transition[],
) {
  return plantInMemory(name, () => {
    const before = [...rows];
    if (!before.some(isOne)) throw new Error(`${name}: no such row`);
    rows.splice(0, rows.length, ...before.flatMap((row) => (isOne(row) ? other(row) : [row])));
    return () => void rows.splice(0, rows.length, ...before);
  });
}

function removeTransition(name: string, on: EventKind, from: OrderStatus | readonly OrderStatus[], when?: GuardName) {
  const removed = new Set(typeof from === 'string' ? [from] : from);
  const isOne = (row: Transition) =>
    row.on === on && row.from.some((status) => removed.has(status)) && (when === undefined || row.when.includes(when));
  return rewriteTransitions(name, isOne, (row) => [
    { ...row, from: row.from.filter((status) => !removed.has(status)) },
  ]);
}

function bypassGuards(name: string, ...names: readonly GuardName[]) {
  return plantInMemory(name, () => {
    const before = { ...guards };
    for (const guardName of names) Object.assign(guards, { [guardName]: () => true });
    return () => void Object.assign(guards, before);
  });
}

function overrideChangeRules(name: string, rules: Partial<typeof changeRules>) {
  return plantInMemory(name, () => {
    const before = { ...changeRules };
    Object.assign(changeRules, rules);
    return () => void Object.assign(changeRules, before);
  });
}

function overrideEntryRules(name: string, rules: Partial<typeof entryRules>) {
  return plantInMemory(name, () => {
    const before = { ...entryRules };
    Object.assign(entryRules, rules);
    return () => void Object.assign(entryRules, before);
  });
}

function ignoreEvents(name: string, ...kinds: readonly EventKind[]) {
  return plantInMemory(name, () => {
    const before = { ...unmatchedEventHandling };
    for (const kind of kinds) Object.assign(unmatchedEventHandling, { [kind]: 'stale' });
    return () => void Object.assign(unmatchedEventHandling, before);
  });
}

/** Combines a fault with the removal of a second defence that would hide it. */
function combineFaults(name: string, ...faults: readonly PlantedFault[]): PlantedFault {
  return {
    name,
    async plant(database) {
      const removals: (() => Promise<void>)[] = [];
      for (const fault of faults) removals.unshift(await fault.plant(database));
      return async () => {
        for (const removeFault of removals) await removeFault();
      };
    },
  };
}

function plantInDatabase(name: string, plant: string, restore: string): PlantedFault {
  return {
    name,
    async plant(database) {
      await database.run(sql([plant]));
      return async () => void (await database.run(sql([restore])));
    },
  };
}

function reverseWithoutPostings() {
  return [{ kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' }];
}

export const plantedFaults: readonly PlantedFault[] = [
  bypassGuards('a held order is cleared although its money was taken back', 'kept_in_full'),
  overrideChangeRules('a recall is not counted', { payment_recalled: (order) => ({ reason: order.reason }) }),
  overrideChangeRules('a lost dispute is not counted', { dispute_lost: () => ({ dispute: 'lost' }) }),
  removeTransition('a recall during a refund is ignored', 'payment_recalled', 'refunding'),
  // While held, events without a row use the rows of the state that was held.
  removeTransition('a dispute of a held order has no row', 'payment_disputed', [
    'on_hold',
    'paid',
    'converting',
    'converted',
  ]),
  ignoreEvents('a dispute that is reported early is forgotten', 'payment_disputed', 'dispute_lost', 'dispute_won'),
  combineFaults(
    'a capture that is reported early is forgotten',
    removeTransition('a capture during the identity check has no row', 'payment_captured', 'awaiting_identity'),
    ignoreEvents('events without a row are forgotten', 'payment_captured'),
  ),
  rewriteTransitions(
    'a hold during the purchase buys again when it is cleared',
    (row) => row.heldAt !== undefined,
    ({ from, on, when, to, effects }) => [{ from, on, when, to, effects }],
  ),
  rewriteTransitions(
    'a refund that failed late is cleared as refunded',
    (row) => row.on === 'hold_cleared' && row.when.includes('held_refunding'),
    (row) => [{ ...row, to: 'refunded', effects: [] }],
  ),
  plantInMemory('money that was held passes the identity check', () => {
    const before = { ...guards };
    Object.assign(guards, {
      identity_needed: () => false,
      all_clear: (input: Parameters<typeof guards.all_clear>[0]) =>
        before.all_clear(input) || before.identity_needed(input),
    });
    return () => void Object.assign(guards, before);
  }),
  removeTransition('money that arrives while the order is held has no row', 'payment_received', 'on_hold'),
  // Weakening only the guard loses nothing: each step and the database check the same fact.
  overrideChangeRules('a listed buyer is refunded and paid', { frozen: (_order, { reason }) => ({ reason }) }),
  removeTransition('a fill after the order was given up is not booked', 'conversion_partial', 'refunding'),
  overrideEntryRules("the dispute's fee is not booked", {
    payment_disputed: ({ order, after }) => [
      {
        kind: 'dispute_opened',
        postings: [
          {
            account: 'asset:dispute',
            asset: order.pay.asset.id,
            units: (after.disputed.units - order.disputed.units) * 1_000_000n,
          },
          {
            account: 'asset:acquirer',
            asset: order.pay.asset.id,
            units: (order.disputed.units - after.disputed.units) * 1_000_000n,
          },
        ],
      },
    ],
  }),
  overrideChangeRules('a refund that fails late is no longer owed to the buyer', { refund_failed: () => ({}) }),
  removeTransition('a payout that arrives while the order is held has no row', 'payout_confirmed', 'on_hold'),
  removeTransition(
    'money of a dispute that is won later is not owed to the buyer',
    'dispute_won',
    'cancelled',
    'owed_once_won',
  ),
  overrideEntryRules('a delivery is not reverted after a chain reorganization', { payout_reorged: () => [] }),
  overrideEntryRules("the acquirer's fee is not booked", {
    payment_captured: (context) => [
      {
        kind: 'captured',
        postings: [
          { account: 'asset:acquirer', asset: context.order.pay.asset.id, units: context.facts.units * 1_000_000n },
          { account: 'liability:buyer', asset: context.order.pay.asset.id, units: -context.facts.units * 1_000_000n },
        ],
      },
    ],
  }),
  removeTransition('money taken for an order that was given up is kept', 'payment_captured', 'voiding'),
  removeTransition('money that arrives after the payment window is kept', 'payment_received', 'expired'),
  rewriteTransitions(
    'a surplus is kept when a held order goes on',
    (row) => row.on === 'hold_cleared' && row.effects.includes('refund_surplus'),
    (row) => [{ ...row, effects: row.effects.filter((effect) => effect !== 'refund_surplus') }],
  ),
  combineFaults(
    'a refund in the dashboard is dropped',
    removeTransition('a refund in the dashboard has no row', 'external_refund', 'paid'),
    ignoreEvents('events without a row are forgotten', 'external_refund'),
  ),
  overrideChangeRules('money of a second attempt counts as the price', {
    payment_captured: (order, { units }) => ({ captured: addAmounts(order.captured, toPayAmount(order, units)) }),
  }),
  removeTransition('money of a second attempt is kept', 'payment_captured', [
    'paid',
    'converting',
    'converted',
    'delivering',
    'delivered',
  ]),
  overrideChangeRules('an appeal that is won is not booked', { dispute_reversed: () => ({}) }),
  combineFaults(
    'a failed refund of the dashboard is no longer owed to the buyer',
    removeTransition('the failure of such a refund has no row', 'external_refund_failed', [
      'on_hold',
      'refunded',
      'refunding',
    ]),
    ignoreEvents('events without a row are forgotten', 'external_refund_failed'),
  ),
  overrideEntryRules('a delivery that is taken back after a loss loses it twice', {
    payout_reorged: reverseWithoutPostings,
  }),
  plantInDatabase(
    'a partly recalled receipt is refunded in full',
    'create rule plant_recall as on update to bank_entries where new.recalled_units > old.recalled_units do instead nothing',
    'drop rule plant_recall on bank_entries',
  ),
];
