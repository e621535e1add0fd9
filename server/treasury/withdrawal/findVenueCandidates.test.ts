import { parseAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { findVenueCandidates } from './findVenueCandidates.ts';

const { asset } = requireCrypto(seededSettings().catalog, 'BTC');
const AT = new Date('2026-11-29T12:00:00Z');
const buildWithdrawal = (address: string) => ({
  withdrawalId: 'W1',
  currency: 'BTC',
  amount: parseDecimal('0.5'),
  fee: parseDecimal('0.0001'),
  address,
  status: 'pending' as const,
  at: AT,
});
const BASE58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

test.each([
  // BIP 173: an address is written in capitals too, for QR codes.
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['0x52908400098527886e0f7030069857d2e4169ee7', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  [BASE58, BASE58, true],
  [BASE58.toLowerCase(), BASE58, false],
  ['', '', false],
])('finds the exchange’s withdrawal to %s by the address %s: %s', (venues, address, found) => {
  const withdrawal = { address, amount: parseAmount(asset, '0.5') };
  expect(findVenueCandidates(withdrawal, AT, [buildWithdrawal(venues)] as never, new Set())).toHaveLength(
    found ? 1 : 0,
  );
});
