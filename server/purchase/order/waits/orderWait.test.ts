import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import { createAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDeadline, nextSteps } from '../machine/stateDeadlines.ts';
import { transitions } from '../machine/transitions.ts';
import type { Order } from '../order.ts';
import { anyOrder, exampleOrder } from '../orderArbitraries.testing.ts';
import type { StoredEvent } from '../orderEventStore.ts';
import { type WaitReason, waitReasons } from '../stepRunner/conclusion.ts';
import type { JournalRow } from '../stepRunner/journalStore.ts';
import { computeOrderWait, type OrderRecord } from './orderWait.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const ENDED: readonly OrderStatus[] = ['refunded', 'cancelled', 'expired', 'failed'];

function minutesAfterNoon(minutes: number): Date {
  return new Date(NOON.getTime() + minutes * 60_000);
}

function createStatusEvent(toStatus: OrderStatus, at: Date, change: Partial<StoredEvent> = {}): StoredEvent {
  const event = { kind: 'conversion_unknown', key: 'k', facts: {}, sequence: 1, unexpected: false } as const;
  return { ...event, fromStatus: 'awaiting_payment', toStatus, at, ...change } as StoredEvent;
}

function createJournalRow(step: string, conclusion: string, at: Date, change: Partial<JournalRow> = {}): JournalRow {
  return {
    step,
    subject: '',
    try: 1,
    times: 1,
    outcome: 'pending',
    refusal: null,
    text: '',
    conclusion,
    milliseconds: 1,
    firstAt: at,
    at,
    ...change,
  };
}

function createRecord(order: Partial<Order>, rest: Partial<OrderRecord> = {}): OrderRecord {
  return {
    order: { ...exampleOrder, ...order },
    events: [],
    journal: [],
    attendAt: null,
    now: minutesAfterNoon(5),
    ...rest,
  };
}

const euros = (units: bigint) => createAmount(exampleOrder.pay.asset, units);
const BY_BANK = { payMethod: 'bank_transfer' } as const;

describe('every state', () => {
  const reasons = Object.keys(waitReasons) as WaitReason[];
  const time = fc.date({ noInvalidDate: true, min: NOON, max: minutesAfterNoon(60) });
  const anyRecord = fc
    .record({
      order: anyOrder,
      deadlineAt: fc.option(time),
      reason: fc.option(fc.constantFrom('velocity', 'operator')),
      attendAt: fc.option(time),
      now: time,
      movedAt: time,
      ranAt: time,
      conclusion: fc.constantFrom(...reasons, ''),
      outcome: fc.constantFrom('pending' as const, 'failed' as const),
    })
    .map(({ order, deadlineAt, reason, attendAt, now, movedAt, ranAt, conclusion, outcome }) => ({
      order: { ...order, deadlineAt, reason },
      events: [
        createStatusEvent(order.status, movedAt, { fromStatus: order.status === 'on_hold' ? 'paid' : 'on_hold' }),
      ],
      journal: [createJournalRow(nextSteps[order.status]?.effect ?? 'notify_buyer', conclusion, ranAt, { outcome })],
      attendAt,
      now,
    }));

  test('names the awaited party of an open order and what follows, and returns null for an ended order', () => {
    const statuses = new Set<OrderStatus>();
    fc.assert(
      fc.property(anyRecord, (record) => {
        const wait = computeOrderWait(record);
        statuses.add(record.order.status);
        expect(wait === null).toBe(ENDED.includes(record.order.status));
        if (!wait) return;
        expect(wait.for).toMatch(/^(?:the (?:buyer|acquirer|exchange|chain|bank)|an operator)\b/);
        expect(wait.afterwards).toMatch(/^(?:goes to|returns to|stays|expires|is cancelled|fails|nothing|it stays)\b/);
        for (const text of [wait.for, wait.afterwards, ...wait.choices.map(({ does }) => does)])
          expect(text).not.toMatch(/unknown|undefined|null|\[object/);
        expect(wait.since).toEqual(record.events[0]?.at);
        expect(wait.until).toBe(record.order.deadlineAt);
        const commands = wait.choices.map(({ command }) => command);
        const decisions = { on_hold: ['clear', 'refuse'], paid: ['give-up'], converting: ['give-up'] };
        const { status, frozen, payoutSigned, payoutFinal } = record.order;
        if (frozen) expect(commands[0]).toBe('unfreeze');
        else expect(commands).toEqual(expect.arrayContaining(decisions[status as 'on_hold'] ?? []));
        expect(commands.includes('cancel-payout')).toBe(payoutSigned && !payoutFinal && status !== 'delivered');
        expect(new Set(commands).size).toBe(commands.length);
      }),
      { numRuns: 5_000 },
    );
    expect([...statuses].toSorted()).toEqual([...orderStatuses].toSorted());
  });

  test('names only the next states and effects that the transition table has for the deadline', () => {
    fc.assert(
      fc.property(anyRecord, ({ order, ...rest }) => {
        const wait = computeOrderWait({ order, ...rest });
        const deadline = findDeadline(order);
        if (!wait || !deadline || !order.deadlineAt || wait.afterwards.startsWith('nothing')) return;
        const rows = transitions.filter((row) => row.on === deadline.event && row.from.includes(order.status));
        expect(rows.some((row) => row.effects.every((effect) => wait.afterwards.includes(effect)))).toBe(true);
        const goesTo = /^goes to (\w+)/.exec(wait.afterwards)?.[1];
        if (goesTo) expect(rows.map(({ to }) => to)).toContain(goesTo);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the deadline of a wait', () => {
  const deadlineAt = minutesAfterNoon(15);

  test.each<[string, Partial<Order>, string]>([
    ['an unpaid order', { status: 'awaiting_payment' }, 'expires: notify_buyer'],
    [
      'an order whose transfer arrived in part',
      { ...BY_BANK, status: 'awaiting_payment', received: euros(5_000n) },
      'goes to refunding: refund_payment',
    ],
    [
      'an unpaid order with an open card attempt',
      { status: 'awaiting_payment', currentAttemptId: 'att_1' },
      'goes to voiding: void_payment',
    ],
    ['an authorization in progress', { status: 'authorizing' }, 'goes to voiding: void_payment'],
    ['a card order without a document', { status: 'awaiting_identity' }, 'goes to voiding: void_payment'],
    [
      'a transfer order without a document',
      { ...BY_BANK, status: 'awaiting_identity', received: euros(10_000n) },
      'goes to refunding: refund_payment',
    ],
    ['a slow conversion', { status: 'converting' }, 'stays as it is: alert_operator'],
    ['a signed payout', { status: 'converted', payoutSigned: true }, 'stays as it is: alert_operator'],
    [
      'a held authorization',
      { status: 'on_hold', heldFrom: 'capturing', captureBefore: minutesAfterNoon(400) },
      'goes to voiding: void_payment',
    ],
    ['a held order that is paid', { status: 'on_hold', captured: euros(10_000n) }, 'stays as it is: alert_operator'],
  ])('of %s is listed with its outcome', (_name, order, expected) => {
    expect(computeOrderWait(createRecord({ ...order, deadlineAt }))).toMatchObject({
      until: deadlineAt,
      afterwards: expected,
    });
  });

  test.each<[WaitReason | '', RegExp]>([
    ['funds_short', /^goes to refunding: refund_payment$/],
    ['fee_ceiling', /^nothing by itself until the time of the rule refundUnsentHours/],
    ['signer_limit', /^nothing by itself until the time of the rule refundUnsentHours/],
    ['', /^nothing by itself until the time of the rule refundUnsentHours/],
    ['signer_unavailable', /^nothing by itself: the order waits/],
  ])('of a paid order that waits with the reason "%s" is listed with its outcome', (reason, afterwards) => {
    const journal = [createJournalRow('send_payout', reason, minutesAfterNoon(1))];
    expect(computeOrderWait(createRecord({ status: 'converted', deadlineAt }, { journal }))?.afterwards).toMatch(
      afterwards,
    );
  });

  test('is not listed after its event was raised, or for a hold without a deadline', () => {
    const events = [
      createStatusEvent('converting', NOON),
      createStatusEvent('converting', minutesAfterNoon(10), { kind: 'step_overdue', fromStatus: 'converting' }),
    ];
    expect(computeOrderWait(createRecord({ status: 'converting' }, { events }))).toMatchObject({
      until: null,
      afterwards: 'nothing more by itself: step_overdue was raised at 2026-11-21T12:10:00.000Z',
    });
    expect(computeOrderWait(createRecord({ status: 'on_hold', heldFrom: 'paid' }))?.afterwards).toBe(
      'nothing by itself',
    );
  });
});

describe('the subject and reason of a wait', () => {
  const capturing = { status: 'capturing' } as const;
  const events = [createStatusEvent('capturing', NOON)];

  test('come from the newest run of the state’s step', () => {
    const journal = [
      createJournalRow('capture_payment', 'vendor_pending', minutesAfterNoon(1)),
      createJournalRow('capture_payment', 'vendor_unavailable', minutesAfterNoon(2)),
      createJournalRow('notify_buyer', 'other_step', minutesAfterNoon(3)),
    ];
    const attendAt = minutesAfterNoon(6);
    expect(computeOrderWait(createRecord(capturing, { events, journal, attendAt }))).toMatchObject({
      for: 'the acquirer to capture the payment: the vendor does not answer',
      since: NOON,
      nextTry: attendAt,
    });
  });

  test('come from an event that leaves the order waiting', () => {
    const since = [createStatusEvent('authorizing', NOON)];
    const journal = [
      createJournalRow('sync_payment', 'payment_action_required', minutesAfterNoon(1), { outcome: 'ok' }),
    ];
    expect(computeOrderWait(createRecord({ status: 'authorizing' }, { events: since, journal }))?.for).toBe(
      "the acquirer to authorize the payment: the buyer has to complete a step on the acquirer's page",
    );
    const wentOn = [createJournalRow('sync_payment', 'payment_authorized', minutesAfterNoon(1), { outcome: 'ok' })];
    expect(computeOrderWait(createRecord({ status: 'authorizing' }, { events: since, journal: wentOn }))?.for).toBe(
      'the acquirer to authorize the payment',
    );
  });

  test('ignore a run from before the order entered its state', () => {
    const journal = [createJournalRow('capture_payment', 'vendor_unavailable', minutesAfterNoon(-1))];
    expect(computeOrderWait(createRecord(capturing, { events, journal }))?.for).toBe(
      'the acquirer to capture the payment',
    );
  });

  test('name a step that fails with an internal error', () => {
    const journal = [createJournalRow('capture_payment', '', minutesAfterNoon(1), { outcome: 'failed' })];
    expect(computeOrderWait(createRecord(capturing, { events, journal }))?.for).toBe(
      'the acquirer to capture the payment: the step capture_payment fails with an internal error, see the log',
    );
  });

  test('keep the start time when an event does not change the status or has no transition', () => {
    const stayed = createStatusEvent('capturing', minutesAfterNoon(1), { fromStatus: 'capturing' });
    const strange = createStatusEvent('paid', minutesAfterNoon(2), { fromStatus: 'capturing', unexpected: true });
    expect(computeOrderWait(createRecord(capturing, { events: [...events, stayed, strange] }))?.since).toBe(NOON);
    expect(computeOrderWait(createRecord({ status: 'awaiting_payment' }))?.since).toBe(exampleOrder.createdAt);
  });

  test('name the bank for a transfer and the buyer for a card', () => {
    expect(computeOrderWait(createRecord({ status: 'awaiting_payment' }))?.for).toBe('the buyer to press Pay');
    expect(computeOrderWait(createRecord({ ...BY_BANK, status: 'awaiting_payment' }))?.for).toContain('the bank');
  });

  test('name the chain for a delivered order until its payout is final', () => {
    const delivered = [createStatusEvent('delivered', NOON)];
    expect(computeOrderWait(createRecord({ status: 'delivered' }, { events: delivered }))?.for).toBe(
      'the chain to make the payout final',
    );
    const final = { kind: 'payout_final', fromStatus: 'delivered' } as Partial<StoredEvent>;
    const finalEvents = [...delivered, createStatusEvent('delivered', minutesAfterNoon(9), final)];
    expect(computeOrderWait(createRecord({ status: 'delivered' }, { events: finalEvents }))).toBeNull();
  });
});

describe('a held order', () => {
  function listChoices(order: Partial<Order>): Record<string, string> {
    const wait = computeOrderWait(createRecord({ status: 'on_hold', ...order }));
    return Object.fromEntries((wait?.choices ?? []).map(({ command, does }) => [command, does]));
  }

  test('shows from which state it is held', () => {
    expect(computeOrderWait(createRecord({ status: 'on_hold', heldFrom: 'authorizing' }))?.for).toBe(
      'an operator to decide, held at authorizing',
    );
  });

  test('is assessed again when it is cleared before the capture, and voided when refused', () => {
    expect(listChoices({ heldFrom: 'authorizing', authorized: euros(10_000n) })).toEqual({
      clear:
        'goes to capturing: capture_payment; if a document is required, goes to awaiting_identity: open_identity_check; ' +
        'if the price has drifted, goes to awaiting_consent: request_consent',
      refuse: 'goes to voiding: void_payment',
    });
  });

  test('returns to its state when it is cleared after the conversion, and is refunded when refused', () => {
    expect(listChoices({ heldFrom: 'converted', captured: euros(10_000n) })).toEqual({
      clear: 'returns to converted: send_payout',
      refuse: 'goes to refunding: refund_payment, refund_surplus',
    });
  });

  test('cannot be refused with a signed payout', () => {
    expect(listChoices({ heldFrom: 'delivering', captured: euros(10_000n), payoutSigned: true })).toEqual({
      clear: 'returns to delivering: watch_payout',
      refuse: 'nothing: the order does not allow it now',
      'raise-fee': 'sends the payout again now with a higher fee, within its ceiling',
      'cancel-payout': 'cancels the payout if no block contains it',
    });
  });

  test('can only be unfrozen while it is frozen', () => {
    expect(Object.keys(listChoices({ heldFrom: 'paid', captured: euros(10_000n), frozen: true }))).toEqual([
      'unfreeze',
    ]);
  });

  test('can be refunded by bank transfer after a failed card refund, while money is owed', () => {
    const failed = { heldFrom: 'refunding', captured: euros(10_000n) } as const;
    expect(Object.keys(listChoices(failed))).toContain('refund-by-bank');
    expect(Object.keys(listChoices({ ...failed, refunded: euros(10_000n) }))).not.toContain('refund-by-bank');
  });
});
