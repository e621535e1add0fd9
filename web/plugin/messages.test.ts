import { expect, test } from 'vitest';
import { readPluginMessage } from './messages.ts';

test.each([
  { type: 'slipway:ready', height: 384 },
  { type: 'slipway:resize', height: 0 },
  { type: 'slipway:continue' },
])('%j is a message', (message) => {
  expect(readPluginMessage(message)).toEqual(message);
});

const strangers: readonly unknown[] = [
  null,
  undefined,
  'slipway:ready',
  [],
  {},
  { type: 'slipway:ready' },
  { type: 'slipway:ready', height: '384' },
  { type: 'slipway:ready', height: Number.NaN },
  { type: 'slipway:ready', height: -1 },
  { type: 'slipway:ready', height: 1e9 },
  { type: 'slipway:ready', height: 384, url: 'https://evil.example' },
  { type: 'slipway:continue', height: 1 },
  { type: 'slipway:continue', toString: 1 },
  { type: 'slipway:paid' },
  { type: 'constructor' },
  { type: '__proto__' },
];

test.each(strangers.map((value) => ({ value })))('$value is none', ({ value }) => {
  expect(readPluginMessage(value)).toBeUndefined();
});
