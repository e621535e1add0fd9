import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFullAmountKept, type Order } from '../order.ts';
import { anyAssessment, anyEvent, anyOrder, exampleOrder } from '../orderArbitraries.testing.ts';
import { eventKinds, type OrderEvent } from '../orderEventKinds.ts';
import { findTransition } from './applyEvent.ts';
import { drawCell } from './drawOrderMachine.ts';
import { type GuardInput, guards } from './guards.ts';
import { providerTransitions } from './providerTransitions.ts';
import { deadlines, findDeadline, nextSteps, providerNextSteps } from './stateDeadlines.ts';
import { effectNames, transitions } from './transitions.ts';

/** Returns the states to which the rows of a state may lead. */
function listTargets(from: OrderStatus): OrderStatus[] {
  return transitions
    .filter((row) => row.from.includes(from))
    .flatMap((row) =>
      row.to === 'same' ? [from] : row.to === 'held_from' ? ['converted', 'delivering', 'refunding'] : [row.to],
    );
}

function findReachable(start: OrderStatus): Set<OrderStatus> {
  const reached = new Set<OrderStatus>([start]);
  const waiting = [start];
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    for (const next of listTargets(state)) {
      if (!reached.has(next)) {
        reached.add(next);
        waiting.push(next);
      }
    }
  }
  return reached;
}

const HOLDS_MONEY: readonly OrderStatus[] = ['capturing', 'paid', 'converting', 'converted'];
const FINAL_STATUSES: readonly OrderStatus[] = ['delivered', 'refunded', 'cancelled', 'expired', 'failed'];

describe('the graph of states', () => {
  test('reaches every state', () => {
    expect([...findReachable('awaiting_payment')].toSorted()).toEqual([...orderStatuses].toSorted());
  });

  test.each(HOLDS_MONEY)('reaches both delivery and refund from %s', (state) => {
    const reached = findReachable(state);
    expect(reached.has('delivered')).toBe(true);
    expect(reached.has('refunded')).toBe(true);
  });

  test('has a row for every kind of event', () => {
    const handled = new Set([...transitions, ...providerTransitions].map((row) => row.on));
    expect(eventKinds.filter((kind) => !handled.has(kind))).toEqual([]);
  });

  test('uses every effect in a row or a step', () => {
    const used = new Set([
      ...transitions.flatMap((row) => row.effects),
      ...Object.values({ ...nextSteps, ...providerNextSteps }).map((step) => step.effect),
    ]);
    expect(effectNames.filter((name) => !used.has(name))).toEqual([]);
  });

  test('has a deadline and a row for its event in every state that is not final', () => {
    for (const status of orderStatuses.filter((state) => !FINAL_STATUSES.includes(state))) {
      const deadline = deadlines[status];
      expect(deadline, status).toBeDefined();
      expect(
        transitions.some((row) => row.from.includes(status) && row.on === deadline?.event),
        status,
      ).toBe(true);
    }
  });
});

describe('an order that another provider fulfils', () => {
  const atProvider = { ...exampleOrder, offerType: 'acme' };
  const OPEN = ['awaiting_payment', 'paid', 'delivering', 'on_hold'] as const;

  test('is changed only by its deadlines and provider events, whose only effect is an alert', () => {
    const now = new Date();
    fc.assert(
      fc.property(anyOrder, anyEvent, (order, event) => {
        const row = findTransition(order.status, event, { order: { ...order, offerType: 'acme' }, now });
        const own = event.kind === 'payment_window_closed' || event.kind === 'step_overdue';
        if (row && !own) expect(event.kind).toMatch(/^provider_/);
        expect(row?.effects.filter((effect) => effect !== 'alert_operator') ?? []).toEqual([]);
        const ours = findTransition(order.status, event, { order, now });
        if (ours) expect(event.kind).not.toMatch(/^provider_/);
      }),
    );
  });

  test.each(OPEN)('is queried and has a deadline while it is %s', (status) => {
    expect(providerNextSteps[status]?.effect).toBe('sync_provider');
    const deadline = findDeadline({ ...atProvider, status });
    expect(providerTransitions.some((row) => row.from.includes(status) && row.on === deadline?.event)).toBe(true);
  });

  test.each(['paid', 'delivering', 'delivered', 'on_hold', 'failed', 'expired', 'refunded'] as const)(
    'can become %s from every open state, except paid or expired from delivering',
    (target) => {
      const kinds = { paid: 'provider_paid', on_hold: 'provider_held' } as const;
      const kind = target in kinds ? kinds[target as keyof typeof kinds] : `provider_${target}`;
      for (const from of OPEN.filter((state) => state !== target && !(target === 'paid' && state === 'delivering')))
        if (!(target === 'expired' && from === 'delivering'))
          expect(
            providerTransitions.some((row) => row.on === kind && row.from.includes(from) && row.to === target),
            `${from} to ${target}`,
          ).toBe(true);
    },
  );
});

describe('ways out of a state', () => {
  test('are described for every pair of state and event', () => {
    const cells = orderStatuses.flatMap((status) => eventKinds.map((kind) => drawCell(status, kind)));
    expect(cells).toHaveLength(orderStatuses.length * eventKinds.length);
    expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
  });

  /** The states in which an order can be held: by transitions to `on_hold`, and by events during a hold. */
  const heldAt: readonly OrderStatus[] = [
    'awaiting_payment',
    'authorizing',
    'awaiting_identity',
    'awaiting_consent',
    'capturing',
    'paid',
    'converting',
    'converted',
    'delivering',
    'refunding',
    'refunded',
  ];

  test('let an operator refuse every hold without a freeze or signed payout', () => {
    const held = fc.tuple(anyOrder, fc.constantFrom(...heldAt));
    fc.assert(
      fc.property(held, ([anyState, heldFrom]) => {
        const order = { ...anyState, status: 'on_hold' as const, heldFrom, payoutSigned: false, frozen: false };
        const event = { kind: 'hold_refused', key: '', facts: {} } as const;
        expect(findTransition('on_hold', event, { order, now: new Date(0) })).toBeDefined();
      }),
      { numRuns: 5_000 },
    );
  });

  test('do not clear the hold of a frozen order, and send no coins unless all of the money was kept', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...heldAt), anyAssessment, (anyState, heldFrom, assessment) => {
        const order = { ...anyState, status: 'on_hold' as const, heldFrom };
        const cleared = { kind: 'hold_cleared', key: '', facts: { assessment } } as const;
        const to = findTransition('on_hold', cleared, { order, now: new Date(0) })?.to;
        if (order.frozen) expect(to).toBeUndefined();
        const isContinued = to === 'paid' || to === 'converted' || (to === 'held_from' && !order.payoutSigned);
        if (isContinued) expect(isFullAmountKept(order)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('guards', () => {
  test('exclude each other in rows with the same state and event', () => {
    // Creating an order takes far longer than evaluating it: each is tested in every state.
    const overlapping = (given: Order, { kind, facts }: Pick<OrderEvent, 'kind' | 'facts'>, now: Date) =>
      orderStatuses.flatMap((status) => {
        const input = { order: { ...given, status }, facts, now } as GuardInput<never>;
        const fitting = transitions.filter(
          (row) => row.on === kind && row.from.includes(status) && row.when.every((name) => guards[name](input)),
        );
        return fitting.length > 1
          ? [`${status} ${kind}: ${fitting.map((row) => row.when.join('+')).join(' and ')}`]
          : [];
      });
    fc.assert(
      fc.property(anyOrder, anyEvent, fc.date({ noInvalidDate: true }), (order, event, now) => {
        const found = overlapping(order, event, now);
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      { numRuns: 10_000 },
    );
  });

  test('leave exactly one result for each assessment', () => {
    fc.assert(
      fc.property(anyOrder, anyAssessment, (order, assessment) => {
        const input = { order, facts: { assessment }, now: new Date(0) };
        const matchingGuards = (['risk_hold', 'identity_needed', 'price_drifted', 'all_clear'] as const).filter(
          (name) => guards[name](input),
        );
        expect(matchingGuards).toHaveLength(1);
      }),
    );
  });

  test('permit no capture without an assessment', () => {
    const input = { order: exampleOrder, facts: { assessment: null }, now: new Date(0) };
    const judging = ['risk_hold', 'identity_needed', 'price_drifted', 'price_settled', 'all_clear'] as const;
    expect(judging.filter((name) => guards[name](input))).toEqual([]);
  });
});
