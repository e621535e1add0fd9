import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import { assertBalanced } from '../../../ledger/posting.ts';
import type { Order } from '../order.ts';
import { BITCOIN, exampleFill, exampleOrder } from '../orderArbitraries.testing.ts';
import type { EventKind, FactsByKind } from '../orderEventKinds.ts';
import { buildSalePostings } from './fillPostings.ts';
import { computeEntries, formatPosting } from './postedEntries.testing.ts';

const WBTC = { id: 'eip155:1/erc20:0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', code: 'WBTC', decimals: 8 };
const euro = (units: bigint) => createAmount(fiatAsset('EUR'), units);
const captured: Order = { ...exampleOrder, status: 'capturing', captured: euro(10_000n) };
const payout = { payoutId: 'pay_1', transactionId: 'tx_1' };
const payment = { attemptId: 'att_1', paymentId: 'pi_1' };

/** Returns the postings of an event's entries. */
function listPostings<Kind extends EventKind>(
  kind: Kind,
  facts: FactsByKind<Kind>,
  order: Order,
  result?: Partial<Order>,
): string[] {
  return computeEntries(kind, facts, order, result)
    .flatMap(({ postings }) => postings.map(formatPosting))
    .toSorted();
}

describe('an order like the example of docs/money.md', () => {
  test('posts the capture and the acquirer’s fee', () => {
    expect(
      listPostings(
        'payment_captured',
        { ...payment, units: 10_000n, acquirerFeeUnits: 175n },
        { ...captured, captured: euro(0n) },
        { status: 'paid' },
      ),
    ).toEqual(
      [
        'asset:acquirer +100 EUR',
        'liability:buyer -100 EUR',
        'expense:acquirer +1.75 EUR',
        'asset:acquirer -1.75 EUR',
      ].toSorted(),
    );
  });

  test('posts a fill', () => {
    expect(listPostings('conversion_filled', { fill: exampleFill }, { ...captured, status: 'converting' })).toEqual(
      [
        'trading +93.8152038 EUR',
        'asset:venue -93.8152038 EUR',
        'asset:venue +0.00155891 BTC',
        'trading -0.00155891 BTC',
        'expense:venue +0.00000156 BTC',
        'asset:venue -0.00000156 BTC',
      ].toSorted(),
    );
  });

  test('posts a fill in the bought asset, even if another asset is delivered', () => {
    const wrapped = { ...captured, receive: createAmount(WBTC, 155_735n), status: 'converting' as const };
    const bought = computeEntries('conversion_filled', { fill: exampleFill }, wrapped);
    const assets = bought.flatMap(({ postings }) => postings.map(({ asset }) => asset));
    expect(new Set(assets)).toEqual(new Set([BITCOIN.id, 'iso4217:EUR']));
  });

  test('posts a sale as the reverse trade, with its fee', () => {
    const sale = { ...exampleFill, fees: [{ currency: 'EUR', amount: '0.38' }] };
    expect(buildSalePostings(sale, captured).map(formatPosting).toSorted()).toEqual(
      [
        'asset:venue +93.8152038 EUR',
        'trading -93.8152038 EUR',
        'trading +0.00155891 BTC',
        'asset:venue -0.00155891 BTC',
        'expense:venue +0.38 EUR',
        'asset:venue -0.38 EUR',
      ].toSorted(),
    );
  });

  test('posts the broadcast and the confirmation', () => {
    expect(listPostings('payout_submitted', payout, { ...captured, status: 'converted' })).toEqual(
      ['asset:transit +0.00155735 BTC', 'asset:wallet -0.00155735 BTC'].toSorted(),
    );
    const networkFee = { asset: BITCOIN.id, decimals: 8, units: 1_500n };
    expect(
      listPostings(
        'payout_confirmed',
        { ...payout, networkFee },
        { ...captured, status: 'delivering' },
        { status: 'delivered' },
      ),
    ).toEqual(
      [
        'trading +0.00155735 BTC',
        'asset:transit -0.00155735 BTC',
        'expense:network +0.000015 BTC',
        'asset:wallet -0.000015 BTC',
        'liability:buyer +4.2 EUR',
        'income:processing -4.2 EUR',
        'liability:buyer +1.23 EUR',
        'income:network -1.23 EUR',
        'liability:buyer +94.57 EUR',
        'trading -94.57 EUR',
      ].toSorted(),
    );
  });

  test('posts a refund and its settlement', () => {
    const refunding: Order = { ...captured, status: 'refunding' };
    expect(
      listPostings(
        'conversion_failed',
        { reason: 'market_closed' },
        { ...captured, status: 'paid' },
        { status: 'refunding' },
      ),
    ).toEqual(['liability:buyer +100 EUR', 'liability:refund -100 EUR'].toSorted());
    expect(
      listPostings('refund_settled', { refundId: 'ref_1', units: 10_000n, channel: null }, refunding, {
        status: 'refunded',
      }),
    ).toEqual(['asset:acquirer -100 EUR', 'liability:refund +100 EUR'].toSorted());
  });

  test('balances the entries of a fill in a foreign currency, for each asset', () => {
    const usdc = { id: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', code: 'USDC', decimals: 6 };
    const fill = {
      clientOrderId: 'EXAMPLE-1',
      base: 'USDC',
      baseAsset: usdc,
      quote: 'USD',
      filledBase: '62.5',
      cost: '62.53125',
      fees: [{ currency: 'KFEE', amount: '12.5' }],
      costInPayCurrency: '9457',
    };
    const yen: Order = {
      ...captured,
      pay: createAmount(fiatAsset('JPY'), 10_000n),
      receive: createAmount(usdc, 1n),
      status: 'converting',
    };
    for (const entry of computeEntries('conversion_filled', { fill }, yen)) assertBalanced({ ...entry, key: 'any' });
  });
});
