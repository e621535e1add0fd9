import { expect, test } from 'vitest';
import { buildJournalEntries } from './buildJournalEntries.ts';

const event = {
  id: 'event:2',
  at: '2026-11-21T08:30:02.000Z',
  kind: 'event',
  name: 'payment_disputed',
  from: 'converted',
  to: 'on_hold',
  unexpected: false,
  outcome: null,
  times: 1,
  meaning: null,
  message: '',
  amount: { amount: '1640.00', unit: 'EUR' },
  facts: 'disputeId=du_1',
} as const;

const step = {
  ...event,
  id: 'step:0',
  kind: 'step',
  name: 'sync_payment',
  from: null,
  to: null,
  amount: null,
  facts: '',
} as const;

test('shows the change of status, and warns of a hold', () => {
  const { entries } = buildJournalEntries([event], false);
  expect(entries[0]).toMatchObject({
    title: 'Payment disputed, 1,640.00 EUR: converted → on hold',
    tone: 'warn',
    detail: 'disputeId=du_1',
  });
});

test('omits and counts routine steps, but shows a step that a vendor refused', () => {
  const journal = [
    { ...step, outcome: 'ok' },
    { ...step, id: 'step:1', outcome: 'refused', message: 'Do not honor', times: 3 },
    event,
  ];
  const { entries, quiet } = buildJournalEntries(journal, false);
  expect(quiet).toBe(1);
  expect(entries.map(({ id }) => id)).toEqual(['step:1', 'event:2']);
  expect(entries[0]).toMatchObject({ tone: 'bad', source: 'refused', detail: '“Do not honor” · 3 times' });
  expect(buildJournalEntries(journal, true).entries).toHaveLength(3);
});

test('marks an unexpected event as one that did not change the order', () => {
  const { entries } = buildJournalEntries([{ ...event, unexpected: true }], false);
  expect(entries[0]).toMatchObject({ title: 'Payment disputed, 1,640.00 EUR', tone: 'warn' });
  expect(entries[0]?.detail).toContain('was not changed');
});
