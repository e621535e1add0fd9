import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import { roles } from '@slipway/contract/entities/roles.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { getAction } from '../../operator/actions.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { applyEvent } from '../../purchase/order/machine/applyEvent.ts';
import type { Order } from '../../purchase/order/order.ts';
import { anyOrder, exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import type { OrderEvent } from '../../purchase/order/orderEventKinds.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { buildOrderActionOptions } from './orderActionOptions.ts';
import { listOrderActions, type OrderActionFacts } from './orderActions.ts';

const { database } = await openOwnDatabase(4);

beforeAll(async () => {
  await seedConfiguration(database, []);
});

/** Unmatched payments always exist here: the order's state decides whether they can be matched. */
const facts: Omit<OrderActionFacts, 'now'> = {
  symbol: 'BTC',
  hasFailedRefund: false,
  refundWithoutAccount: null,
  bookings: [{ value: 'entry_1', label: '100.00 EUR' }],
  refundAtBank: null,
  refundBooked: null,
  hasPayouts: false,
  paidWith: [],
  dispute: null,
};

/** The event that a worker applies for each action that consists of one event. */
const events = {
  hold: { kind: 'risk_flagged', facts: { reason: 'operator' } },
  clear: { kind: 'hold_cleared', facts: { assessment: { risk: 'clear', identity: 'accepted' } } },
  refuse: { kind: 'hold_refused', facts: {} },
  'give-up': { kind: 'conversion_given_up', facts: {} },
  freeze: { kind: 'frozen', facts: { reason: 'operator' } },
  unfreeze: { kind: 'unfrozen', facts: {} },
  match: {
    kind: 'payment_received',
    facts: { receiptId: 'entry_1', units: 10_000n, assessment: { risk: 'clear', identity: 'accepted' } },
  },
} as const;

type EventName = keyof typeof events;

const exceptions = ['none', 'underpaid', 'overpaid', 'paid_late'] as const;
const heldFromStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => status !== 'on_hold');

/** Variations of an order in addition to its status and exception. */
const shapes = [
  { captured: 0, refunded: 0, frozen: false, holdRequested: false },
  { captured: 10_000, refunded: 0, frozen: false, holdRequested: false },
  { captured: 10_000, refunded: 10_000, frozen: false, holdRequested: false },
  { captured: 12_000, refunded: 0, frozen: false, holdRequested: true },
  { captured: 10_000, refunded: 0, frozen: true, holdRequested: false },
] as const;

const ROLLED_BACK = new Error('rolled back');

/** Returns whether the state machine accepts the action, and rolls the action back. */
async function isAccepted(orderId: number, command: EventName): Promise<boolean> {
  let isApplied = false;
  await database
    .transaction(async (transaction) => {
      const event = { ...events[command], key: `operator:test:${command}` } as OrderEvent;
      isApplied = (await applyEvent(silentOrderMachine, transaction, orderId, event)).outcome === 'applied';
      throw ROLLED_BACK;
    })
    .catch((error: unknown) => {
      if (error !== ROLLED_BACK) throw error;
    });
  return isApplied;
}

async function storeState(
  orderId: number,
  status: OrderStatus,
  heldFrom: OrderStatus | null,
  at: number,
  exception: string,
) {
  const { captured, refunded, frozen, holdRequested } = shapes[at % shapes.length] ?? shapes[0];
  await database.run(sql`
    update orders set status = ${status}, held_from = ${heldFrom}, exception = ${exception}, captured_units = ${captured},
      refunded_units = ${refunded}, frozen = ${frozen}, hold_requested = ${holdRequested} where id = ${orderId}`);
  const order = await findOrderById(database, orderId);
  if (!order) throw new Error('the order is missing');
  return order;
}

/** Returns whether each action that the page lists is available. */
function listOffered(order: Order): ReadonlyMap<string, boolean> {
  const actions = listOrderActions(order, { ...facts, now: new Date() });
  return new Map(actions.map(({ action, why }) => [action, why === null]));
}

describe('the page of an order', () => {
  test.each(orderStatuses)(
    'offers exactly what the order machine accepts in status %s, with any exception',
    async (status) => {
      const { id } = await storeOrder(database);
      for (const exception of exceptions)
        for (const heldFrom of status === 'on_hold' ? heldFromStatuses : [null])
          for (const at of shapes.keys()) {
            const order = await storeState(id, status, heldFrom, at, exception);
            const offeredActions = listOffered(order);
            for (const command of Object.keys(events) as EventName[]) {
              const message = `${command} of ${status} from ${heldFrom}, ${exception}, shape ${at}`;
              const accepted = await isAccepted(id, command);
              // The machine may also accept an event that changes nothing: a second hold, freeze or unfreeze.
              if (offeredActions.get(command) === true) expect(accepted, message).toBe(true);
              else if (command === 'hold')
                expect(accepted && !order.holdRequested && status !== 'on_hold', message).toBe(false);
              else if (command === 'freeze') expect(accepted && !order.frozen, message).toBe(false);
              else if (command === 'unfreeze') expect(accepted && order.frozen, message).toBe(false);
              // An operator cannot give up a held order: only the worker may.
              else if (command !== 'give-up' || status !== 'on_hold') expect(accepted, message).toBe(false);
            }
          }
    },
  );

  test('gives the reason for each unavailable action and the effect of each available one', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        for (const { title, why, effect } of listOrderActions(order, { ...facts, now: new Date() })) {
          expect(title).not.toBe('');
          expect(why === null ? effect : why).not.toBe('');
        }
      }),
    );
  });

  test('offers no action twice', () => {
    fc.assert(
      fc.property(anyOrder, fc.boolean(), (order, open) => {
        const actionFacts: OrderActionFacts = {
          ...facts,
          now: new Date(),
          hasFailedRefund: open,
          hasPayouts: open,
          refundWithoutAccount: open ? { refund: 'ref_1' } : null,
          refundAtBank: open ? { id: 'ref_1', amount: '1.00 EUR', why: null } : null,
          dispute: open ? { id: 'du_1', amount: '1.00 EUR', until: null, why: null } : null,
        };
        const actions = listOrderActions(order, actionFacts).map(({ action }) => action);
        expect(new Set(actions).size).toBe(actions.length);
      }),
    );
  });
});

describe('an action', () => {
  const held: Order = { ...exampleOrder, status: 'on_hold', heldFrom: 'authorizing' };
  const paid: Order = { ...exampleOrder, status: 'paid', captured: exampleOrder.pay };
  const persons = roles.map((role) => ({ name: `a ${role}`, roles: [role] }));

  test.each(roles)(
    'is allowed to a person with only the role %s as the table of rights says, and otherwise denied with the reason',
    async (role) => {
      const { orderNo } = await storeOrder(database);
      const person = { name: 'me', roles: [role] };
      const now = new Date();
      for (const order of [held, paid, { ...held, frozen: true }]) {
        const actions = listOrderActions(order, { ...facts, now }).filter(({ why }) => why === null);
        expect(actions.length).toBeGreaterThan(0);
        for (const option of await buildOrderActionOptions(
          { database, orderNo, person, persons, requests: [] },
          actions,
        )) {
          const { right } = getAction(option.action);
          expect(option.allowed, option.action).toBe(right.requesters.includes(role));
          expect(option.why === null, option.action).toBe(option.allowed);
          const whoMay = persons.filter((one) => one.roles.some((each) => right.approvers?.includes(each)));
          expect(option.approvers, option.action).toEqual(
            option.needsSecondApproval ? whoMay.map(({ name }) => name).toSorted() : [],
          );
        }
      }
    },
  );

  test('needs a second approval above the threshold and for unfreezing, never by the requester, and none for freezing', async () => {
    const small = await storeOrder(database, { euroCents: 10_000n });
    const large = await storeOrder(database, { euroCents: 500_001n });
    const person = { name: 'a compliance', roles: ['compliance'] as const };
    const buildOptions = async (orderNo: string, order: Order) => {
      const actions = listOrderActions(order, { ...facts, now: new Date() });
      const found = await buildOrderActionOptions({ database, orderNo, person, persons, requests: [] }, actions);
      return new Map(found.map((option) => [option.action, option]));
    };
    expect((await buildOptions(small.orderNo, held)).get('refuse')?.needsSecondApproval).toBe(false);
    expect((await buildOptions(large.orderNo, held)).get('refuse')).toMatchObject({
      needsSecondApproval: true,
      approvers: ['a treasurer'],
    });
    expect((await buildOptions(small.orderNo, { ...held, frozen: true })).get('unfreeze')?.needsSecondApproval).toBe(
      true,
    );
    expect((await buildOptions(large.orderNo, held)).get('freeze')?.needsSecondApproval).toBe(false);
  });
});

test('an action is shown with the amounts of its effect, or with the reason why it is unavailable', () => {
  const now = new Date();
  const find = (order: Order, action: string) =>
    listOrderActions(order, { ...facts, now }).find((candidate) => candidate.action === action);
  const uncaptured: Order = { ...exampleOrder, status: 'on_hold', heldFrom: 'authorizing' };
  expect(find(uncaptured, 'refuse')).toMatchObject({
    title: 'Void authorization (100.00 EUR)',
    effect: 'The authorization will be voided; nothing is charged. New status: “voiding”.',
  });
  expect(find(uncaptured, 'clear')?.title).toBe('Capture 100.00 EUR and continue');
  const bought: Order = { ...exampleOrder, status: 'on_hold', heldFrom: 'converted', captured: exampleOrder.pay };
  expect(find(bought, 'refuse')?.title).toBe('Refund 100.00 EUR');
  expect(find(bought, 'clear')?.title).toBe('Send 0.00155735 BTC');
  expect(find({ ...bought, frozen: true }, 'clear')?.why).toContain('two people unfreeze it');
  expect(find({ ...bought, payoutSigned: true }, 'refuse')?.why).toContain('A payout is already signed');
});

test.each([
  ['refuse', { status: 'on_hold', heldFrom: 'paid' }],
  ['refund', { status: 'paid' }],
  ['give-up', { status: 'paid' }],
] as const)('lists %s as unavailable, with the reason, if the coins were sent before a restore', (action, state) => {
  const order: Order = { ...exampleOrder, ...state, captured: exampleOrder.pay };
  const find = (returningProblem?: string) =>
    listOrderActions(order, { ...facts, now: new Date(), returningProblem }).find(
      (candidate) => candidate.action === action,
    );
  expect(find()?.why).toBeNull();
  expect(find('Its coins were sent.')?.why).toBe('Its coins were sent.');
});

describe('the payout of a batch', () => {
  const sent: Order = { ...exampleOrder, status: 'delivering', captured: exampleOrder.pay, payoutSigned: true };
  const findCancelAction = (paidWith: readonly string[]) =>
    listOrderActions(sent, { ...facts, now: new Date(), paidWith }).find(({ action }) => action === 'cancel-payout');

  test('is cancelled as a whole: the button and the signed input have the number of orders', () => {
    expect(findCancelAction(['A', 'B', 'C'])).toMatchObject({
      title: 'Cancel the payout of 3 orders',
      effect: expect.stringContaining('The orders are A, B, C.'),
      given: { orders: '3' },
    });
    expect(findCancelAction(['A'])).toMatchObject({ title: 'Cancel payout', given: { orders: '1' } });
  });
});

describe('vouching', () => {
  const listVouchKinds = (order: Order, more: Partial<OrderActionFacts> = {}) =>
    listOrderActions(order, { ...facts, ...more, now: new Date() })
      .find(({ action }) => action === 'vouch')
      ?.choices.for?.map(({ value }) => value);
  const held: Order = { ...exampleOrder, status: 'on_hold', heldFrom: 'converted', captured: exampleOrder.pay };

  test.each([
    ['already_paid', 'again'],
    ['not_paid', 'paid'],
    ['overvalued', 'value'],
  ] as const)('is offered for the signer’s hold reason %s, as the kind %s', (reason, kind) => {
    expect(listVouchKinds({ ...held, reason })).toEqual([kind]);
  });

  test('is offered for a bank refund only if a payout was signed, and not for an operator’s hold or a delivered order', () => {
    const refunding: Order = {
      ...exampleOrder,
      status: 'refunding',
      payMethod: 'bank_transfer',
      received: exampleOrder.pay,
    };
    expect(listVouchKinds(refunding, { hasPayouts: true })).toEqual(['refund']);
    expect(listVouchKinds(refunding)).toBeUndefined();
    expect(listVouchKinds({ ...held, reason: 'operator' })).toBeUndefined();
    expect(listVouchKinds({ ...exampleOrder, status: 'delivered' }, { hasPayouts: true })).toBeUndefined();
  });
});
