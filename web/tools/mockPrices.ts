import type { CallData } from '@slipway/contract/calls.ts';

const QUARTER_MS = 15 * 60 * 1000;
const POINTS = 96;

/** A day of a market that breathes: two waves and a little noise, the same on every visit. */
export function mockDay(currency: string, price: string): CallData<'currencyPrice'> {
  const now = Date.now();
  const points = Array.from({ length: POINTS }, (_, index) => {
    const share = index / (POINTS - 1);
    const wave = Math.sin(share * 9) * 0.006 + Math.sin(share * 31 + 1) * 0.0015 + share * 0.009;
    return {
      at: new Date(now - (POINTS - 1 - index) * QUARTER_MS).toISOString(),
      price: (Number(price) * (0.991 + wave)).toFixed(2),
    };
  });
  return { currency, sendCurrency: 'EUR', price, change24h: '+1.24', points };
}
