import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import { expect, test } from 'vitest';
import { buildOrderCourse } from './buildOrderCourse.ts';

type Course = Parameters<typeof buildOrderCourse>[0];
type Move = readonly [from: OrderStatus | null, to: OrderStatus | null];

/** The course of an order whose moves are a minute apart. */
function buildCourse(moves: readonly Move[], head: Partial<Course['head']> = {}) {
  const journal = moves.map(([from, to], index) => ({
    id: `event:${index}`,
    at: new Date(Date.UTC(2026, 10, 30, 9, index)).toISOString(),
    from,
    to,
    unexpected: false,
  }));
  const status = moves.at(-1)?.[1] ?? 'awaiting_payment';
  const page = {
    head: { status, method: 'credit_debit_card', provider: null, ...head },
    journal: journal.toReversed(),
  } as unknown as Course;
  return buildOrderCourse(page);
}

const listStatuses = (stages: ReturnType<typeof buildCourse>) => stages.map(({ status }) => status);

test('lists the order’s past and current states with their times, then the expected states', () => {
  const stages = buildCourse([
    [null, 'awaiting_payment'],
    ['awaiting_payment', 'authorizing'],
    ['authorizing', 'capturing'],
    ['capturing', 'paid'],
  ]);
  expect(listStatuses(stages)).toEqual([
    'awaiting_payment',
    'authorizing',
    'capturing',
    'paid',
    'converting',
    'converted',
    'delivering',
    'delivered',
  ]);
  expect(stages[0]).toMatchObject({ since: '2026-11-30T09:00:00.000Z', until: '2026-11-30T09:01:00.000Z' });
  expect(stages[3]).toMatchObject({ since: '2026-11-30T09:03:00.000Z' });
  expect(stages[3]?.until).toBeUndefined();
  expect(stages[4]?.since).toBeUndefined();
});

test('leaves out events that did not change the order’s state', () => {
  const stages = buildCourse([
    [null, 'awaiting_payment'],
    ['awaiting_payment', 'awaiting_payment'],
    [null, null],
    ['awaiting_payment', 'expired'],
  ]);
  expect(listStatuses(stages)).toEqual(['awaiting_payment', 'expired']);
});

test('shows no authorization for a bank transfer', () => {
  expect(listStatuses(buildCourse([[null, 'awaiting_payment']], { method: 'bank_transfer' }))).toEqual([
    'awaiting_payment',
    'paid',
    'converting',
    'converted',
    'delivering',
    'delivered',
  ]);
});

test.each([
  ['awaiting_identity', ['capturing', 'paid', 'converting', 'converted', 'delivering', 'delivered']],
  ['voiding', ['cancelled']],
  ['refunding', ['refunded']],
  ['on_hold', []],
  ['cancelled', []],
  ['delivered', []],
] as const)('lists the states that are expected after %s', (status, ahead) => {
  expect(listStatuses(buildCourse([[null, status]])).slice(1)).toEqual(ahead);
});

test('lists no expected states for an order of an external provider', () => {
  expect(listStatuses(buildCourse([[null, 'awaiting_payment']], { provider: 'moonpay' }))).toEqual([
    'awaiting_payment',
  ]);
});
