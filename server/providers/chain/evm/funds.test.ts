import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LivePayout } from '../chainPort.ts';
import { computeFreeFunds } from './funds.ts';

const ETH = { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };
const USDC = { id: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', code: 'USDC', decimals: 6 };

const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
const payouts = fc.array(fc.record({ asset: fc.constantFrom(ETH, USDC), units, worstFee: units }), { maxLength: 20 });

test('computes the same free funds for any number of payouts mined before the balances were read', () => {
  fc.assert(
    fc.property(payouts, units, units, fc.nat(20), (signed, ether, tokens, mined) => {
      const live = signed.map(({ asset, ...payout }, nonce): LivePayout => ({ ...payout, asset: asset.id, nonce }));
      const readAfter = (count: number) => {
        const minedPayouts = live.slice(0, count);
        const paid = (id: string) =>
          minedPayouts.reduce((sum, payout) => (payout.asset === id ? sum + payout.units : sum), 0n);
        const fees = minedPayouts.reduce((sum, { worstFee }) => sum + worstFee, 0n);
        return {
          confirmedNonce: minedPayouts.length,
          nativeBalance: ether - paid(ETH.id) - fees,
          assetBalance: tokens - paid(USDC.id),
        };
      };
      expect(computeFreeFunds(readAfter(mined), USDC, ETH, live)).toEqual(
        computeFreeFunds(readAfter(0), USDC, ETH, live),
      );
    }),
  );
});

test('recognizes a token contract in any letter case', () => {
  const live = [{ asset: USDC.id.toLowerCase(), units: 7n, nonce: 3, worstFee: 0n }];
  const balances = { confirmedNonce: 3, nativeBalance: 0n, assetBalance: 10n };
  expect(computeFreeFunds(balances, USDC, ETH, live).asset).toBe(3n);
});
