import { expect, test } from 'vitest';
import { buildInitialDraft, collectMoveValues, MOVE_FIELDS, type Moves } from './moveFields.ts';

const target = { since: '2026-11-21T10:00:00.000Z', requestedBy: null, approvedBy: null };
const moves: Moves = {
  kinds: [],
  coins: [
    { crypto: 'ETH', unit: 'ETH', network: 'ethereum', free: '3', propose: null },
    { crypto: 'BTC', unit: 'BTC', network: 'bitcoin', free: '1', propose: null },
  ],
  targets: [
    { ...target, network: 'ethereum', address: '0xown', own: true },
    { ...target, network: 'ethereum', address: '0xcold', own: false },
  ],
  networks: ['bitcoin', 'ethereum'],
  bookings: [],
};

test('prefills a form with only its own fields from the URL', () => {
  expect(buildInitialDraft('withdraw', { crypto: 'ETH', amount: '2', before: '7' })).toEqual({
    crypto: 'ETH',
    amount: '2',
  });
  expect(buildInitialDraft('swap', { to: 'venue' })).toEqual({ from: 'venue', to: 'venue' });
});

test('offers the targets of the coin’s network with full addresses', () => {
  const to = MOVE_FIELDS.withdraw.find(({ name }) => name === 'to');
  expect(to?.options?.(moves, { crypto: 'ETH' }).map(({ label }) => label)).toEqual([
    'Treasury wallet, 0xown',
    '0xcold',
  ]);
  expect(to?.options?.(moves, { crypto: 'BTC' })).toEqual([]);
});

test('omits a target that is no longer offered, or that is the operator’s own wallet', () => {
  const draft = { crypto: 'ETH', amount: '2', to: '0xcold' };
  expect(collectMoveValues('withdraw', moves, draft)).toEqual(draft);
  expect(collectMoveValues('withdraw', moves, { ...draft, crypto: 'BTC' })).toEqual({ crypto: 'BTC', amount: '2' });
  expect(collectMoveValues('withdraw', moves, { ...draft, to: '0xown' })).toEqual({ crypto: 'ETH', amount: '2' });
});
