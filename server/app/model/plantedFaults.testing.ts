import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { addAmounts } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { changeRules } from '../../purchase/order/changes.ts';
import { entryRules } from '../../purchase/order/entries.ts';
import type { EventKind } from '../../purchase/order/events.ts';
import { type GuardName, guards } from '../../purchase/order/guards.ts';
import { paidAmount } from '../../purchase/order/order.ts';
import { type Transition, transitions } from '../../purchase/order/transitions.ts';
import { unmoved } from '../../purchase/order/unmoved.ts';

/** A fault that the product once had, or that a hurried hand may bring back; `plant` returns what takes it out again. */
export type PlantedFault = {
  readonly name: string;
  readonly plant: (database: Database) => Promise<() => Promise<void>>;
};

// The tables are constants to the product; a test may write into them.
const rows = transitions as Transition[];

function inMemory(name: string, plant: () => () => void): PlantedFault {
  return {
    name,
    async plant() {
      const restore = plant();
      return async () => restore();
    },
  };
}

/** Other rows in place of those that a condition names. */
function rewritten(
  name: string,
  isOne: (row: Transition) => boolean,
  other: (row: Transition) => readonly Transition[],
) {
  return inMemory(name, () => {
    const before = [...rows];
    if (!before.some(isOne)) throw new Error(`${name}: no such row`);
    rows.splice(0, rows.length, ...before.flatMap((row) => (isOne(row) ? other(row) : [row])));
    return () => void rows.splice(0, rows.length, ...before);
  });
}

function without(name: string, on: EventKind, from: OrderStatus | readonly OrderStatus[], when?: GuardName) {
  const gone = new Set(typeof from === 'string' ? [from] : from);
  const isOne = (row: Transition) =>
    row.on === on && row.from.some((status) => gone.has(status)) && (when === undefined || row.when.includes(when));
  return rewritten(name, isOne, (row) => [{ ...row, from: row.from.filter((status) => !gone.has(status)) }]);
}

function guardAlways(name: string, ...names: readonly GuardName[]) {
  return inMemory(name, () => {
    const before = { ...guards };
    for (const one of names) Object.assign(guards, { [one]: () => true });
    return () => void Object.assign(guards, before);
  });
}

function changing(name: string, rules: Partial<typeof changeRules>) {
  return inMemory(name, () => {
    const before = { ...changeRules };
    Object.assign(changeRules, rules);
    return () => void Object.assign(changeRules, before);
  });
}

function posting(name: string, rules: Partial<typeof entryRules>) {
  return inMemory(name, () => {
    const before = { ...entryRules };
    Object.assign(entryRules, rules);
    return () => void Object.assign(entryRules, before);
  });
}

function forgetting(name: string, ...kinds: readonly EventKind[]) {
  return inMemory(name, () => {
    const before = { ...unmoved };
    for (const kind of kinds) Object.assign(unmoved, { [kind]: 'stale' });
    return () => void Object.assign(unmoved, before);
  });
}

/** For what a second defence hides: the fault, and that defence taken away. */
function together(name: string, ...faults: readonly PlantedFault[]): PlantedFault {
  return {
    name,
    async plant(database) {
      const takenOut: (() => Promise<void>)[] = [];
      for (const fault of faults) takenOut.unshift(await fault.plant(database));
      return async () => {
        for (const takeOut of takenOut) await takeOut();
      };
    },
  };
}

function inDatabase(name: string, plant: string, restore: string): PlantedFault {
  return {
    name,
    async plant(database) {
      await database.run(sql([plant]));
      return async () => void (await database.run(sql([restore])));
    },
  };
}

function reversedAlone() {
  return [{ kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' }];
}

export const plantedFaults: readonly PlantedFault[] = [
  guardAlways('a held order is cleared although its money was taken back', 'kept_in_full'),
  changing('a recall is not counted', { payment_recalled: (order) => ({ reason: order.reason }) }),
  changing('a lost dispute is not counted', { dispute_lost: () => ({ dispute: 'lost' }) }),
  without('a recall while the money goes back is not noticed', 'payment_recalled', 'refunding'),
  // What has no row while held is taken by the rows of the state that was held.
  without('a dispute of a held order has no row', 'payment_disputed', ['on_hold', 'paid', 'converting', 'converted']),
  forgetting('a dispute that is told early is forgotten', 'payment_disputed', 'dispute_lost', 'dispute_won'),
  together(
    'a capture that is told early is forgotten',
    without('a capture during the identity check has no row', 'payment_captured', 'awaiting_identity'),
    forgetting('what has no row is forgotten', 'payment_captured'),
  ),
  rewritten(
    'a hold during the purchase buys again when it is cleared',
    (row) => row.heldAt !== undefined,
    ({ from, on, when, to, effects }) => [{ from, on, when, to, effects }],
  ),
  rewritten(
    'a refund that failed late is cleared as refunded',
    (row) => row.on === 'hold_cleared' && row.when.includes('held_giving_back'),
    (row) => [{ ...row, to: 'refunded', effects: [] }],
  ),
  inMemory('money that was held passes the identity check', () => {
    const before = { ...guards };
    Object.assign(guards, {
      identity_needed: () => false,
      all_clear: (input: Parameters<typeof guards.all_clear>[0]) =>
        before.all_clear(input) || before.identity_needed(input),
    });
    return () => void Object.assign(guards, before);
  }),
  without('money that comes while the order is held has no row', 'payment_received', 'on_hold'),
  // The guard alone is not enough to lose: each step and the database look at the same word.
  changing('a listed buyer is refunded and paid', { frozen: (_order, { reason }) => ({ reason }) }),
  without('a fill after the order was given up is not booked', 'conversion_partial', 'refunding'),
  posting("the dispute's fee is not booked", {
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
  changing('a refund that fails late is not owed again', { refund_failed: () => ({}) }),
  without('a payout that arrives while the order is held has no row', 'payout_confirmed', 'on_hold'),
  without('a dispute won after all is not owed again', 'dispute_won', 'cancelled', 'owed_once_won'),
  posting('a re-organization is not taken back', { payout_reorged: () => [] }),
  posting("the acquirer's fee is not booked", {
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
  without('money taken for an order that was given up is kept', 'payment_captured', 'voiding'),
  without('money that comes after the window is kept', 'payment_received', 'expired'),
  rewritten(
    'what came too much is kept when a held order goes on',
    (row) => row.on === 'hold_cleared' && row.effects.includes('refund_surplus'),
    (row) => [{ ...row, effects: row.effects.filter((effect) => effect !== 'refund_surplus') }],
  ),
  together(
    'a refund in the dashboard is dropped',
    without('a refund in the dashboard has no row', 'refund_elsewhere', 'paid'),
    forgetting('what has no row is forgotten', 'refund_elsewhere'),
  ),
  changing('money of a second attempt counts as the price', {
    payment_captured: (order, { units }) => ({ captured: addAmounts(order.captured, paidAmount(order, units)) }),
  }),
  without('money of a second attempt is kept', 'payment_captured', [
    'paid',
    'converting',
    'converted',
    'delivering',
    'delivered',
  ]),
  changing('an appeal that is won is not booked', { dispute_reversed: () => ({}) }),
  together(
    'a refund of the dashboard that failed is not owed again',
    without('its failure has no row', 'refund_elsewhere_failed', ['on_hold', 'refunded', 'refunding']),
    forgetting('what has no row is forgotten', 'refund_elsewhere_failed'),
  ),
  posting('a delivery that is taken back after a loss loses it twice', { payout_reorged: reversedAlone }),
  inDatabase(
    'a recalled receipt is given back whole',
    'create rule plant_recall as on update to bank_entries where new.recalled_units > old.recalled_units do instead nothing',
    'drop rule plant_recall on bank_entries',
  ),
];
