import { expect, test } from 'vitest';
import { presentBlocks } from './loadOrderPresentation.ts';

test.each([
  ['before the payout', 'converted', 0, 12, { confirmed: 0, required: 12 }],
  ['while it is under way', 'delivering', 7, 12, { confirmed: 7, required: 12 }],
  ['one below the required number until the block is final', 'delivering', 30, 4, { confirmed: 3, required: 4 }],
  ['final before the usual number', 'delivered', 3, 4, { confirmed: 4, required: 4 }],
  ['delivered, beyond the required number', 'delivered', 40, 12, { confirmed: 40, required: 12 }],
  ['after a reorganization', 'delivering', 0, 12, { confirmed: 0, required: 12 }],
  ['on a network that is no longer served', 'delivering', 5, undefined, { confirmed: 0, required: 0 }],
] as const)('counts confirmations: %s', (_when, status, confirmations, required, shown) => {
  expect(presentBlocks({ status }, confirmations, required)).toEqual(shown);
});
