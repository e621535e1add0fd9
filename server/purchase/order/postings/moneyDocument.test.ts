import { readFileSync } from 'node:fs';
import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { addSpread, type PricingTerms, priceFromPay, priceFromReceive } from '@slipway/money/pricing.ts';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../../ledger/account.ts';
import type { Posting } from '../../../ledger/posting.ts';
import type { Order } from '../order.ts';
import { BITCOIN, exampleFill, exampleOrder } from '../orderArbitraries.testing.ts';
import type { OrderEntry } from './orderEntry.ts';
import { computeEntries, formatPosting, formatUnits } from './postedEntries.testing.ts';

const document = readFileSync(new URL('../../../../docs/money.md', import.meta.url), 'utf8');
const EUR = fiatAsset('EUR');
const USDC: Asset = { id: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', code: 'USDC', decimals: 6 };
const assets: Readonly<Record<string, Asset>> = { EUR, JPY: fiatAsset('JPY'), BTC: BITCOIN, USDC };

/** Returns the cells of every table in the document whose first columns are these. */
function readRowsUnder(...columns: readonly string[]): string[][] {
  const heading = `| ${columns.join(' | ')}`;
  const tables = document.split('\n\n').filter((part) => part.startsWith(heading));
  expect(tables.length, heading).toBeGreaterThan(0);
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.slice(2, -2).split(' | ')),
  );
}

function splitNames(cell: string): string[] {
  return cell.split(', ').map((item) => item.replaceAll('`', ''));
}

describe('the tables of docs/money.md', () => {
  test('list every state of an order', () => {
    expect(readRowsUnder('state', 'what is true').flatMap(([state = '']) => splitNames(state))).toEqual(
      expect.arrayContaining([...orderStatuses]),
    );
  });

  test('list every account', () => {
    const named = readRowsUnder('account', 'content').flatMap(([account = '']) => splitNames(account));
    expect(named.toSorted()).toEqual(accounts.toSorted());
  });
});

const euro = (amount: string) => parseAmount(EUR, amount);
const card: Order = { ...exampleOrder, captured: euro('100.00'), partnerShare: euro('1.00') };
const transfer: Order = { ...exampleOrder, payMethod: 'bank_transfer' };
const overpaid: Order = { ...transfer, status: 'paid', received: euro('120.00'), surplus: euro('20.00') };
const payment = { attemptId: 'att_1', paymentId: 'pi_1' };
const refund = { refundId: 'ref_1', channel: null };
const payout = { payoutId: 'pay_1', transactionId: 'tx_1' };

/** The entries of the document's example, by event. */
const example: Readonly<Record<string, readonly OrderEntry[]>> = {
  payment_captured: computeEntries(
    'payment_captured',
    { ...payment, units: 10_000n, acquirerFeeUnits: 175n },
    { ...exampleOrder, status: 'capturing' },
    { status: 'paid' },
  ),
  conversion_filled: computeEntries('conversion_filled', { fill: exampleFill }, { ...card, status: 'converting' }),
  payout_submitted: computeEntries('payout_submitted', payout, { ...card, status: 'converted' }),
  payout_confirmed: computeEntries(
    'payout_confirmed',
    { ...payout, networkFee: { asset: BITCOIN.id, decimals: 8, units: 1_500n } },
    { ...card, status: 'delivering' },
    { status: 'delivered' },
  ),
};
/** The entries of events that are not part of the example. */
const variants: Readonly<Record<string, readonly OrderEntry[]>> = {
  conversion_failed: computeEntries(
    'conversion_failed',
    { reason: 'market_closed' },
    { ...card, status: 'paid' },
    { status: 'refunding' },
  ),
  refund_settled: computeEntries('refund_settled', { ...refund, units: 10_000n }, { ...card, status: 'refunding' }),
  refund_failed: computeEntries(
    'refund_failed',
    { ...refund, units: 10_000n, reason: 'account_closed', wasSettled: true },
    { ...card, status: 'refunded', refunded: euro('100.00') },
  ),
  payment_disputed: computeEntries(
    'payment_disputed',
    { paymentId: 'pi_1', disputeId: 'dp_1', units: 10_000n, disputeFeeUnits: 2_000n },
    { ...card, status: 'delivered' },
  ),
  dispute_lost: computeEntries(
    'dispute_lost',
    { paymentId: 'pi_1', disputeId: 'dp_1', units: 10_000n },
    { ...card, status: 'delivered', disputed: euro('100.00') },
  ),
  dispute_reversed: computeEntries(
    'dispute_reversed',
    { paymentId: 'pi_1', disputeId: 'dp_1', units: 10_000n },
    { ...card, status: 'delivered', clawedBack: euro('100.00') },
  ),
  external_refund: computeEntries(
    'external_refund',
    { refundId: 're_1', units: 10_000n },
    { ...card, status: 'delivered' },
  ),
  external_refund_failed: computeEntries(
    'external_refund_failed',
    { refundId: 're_1', units: 10_000n },
    { ...card, status: 'delivered', refunded: euro('100.00') },
  ),
  payment_received: computeEntries(
    'payment_received',
    { receiptId: 'receipt_1', units: 12_000n, assessment: null },
    { ...transfer, status: 'awaiting_payment' },
  ),
  surplus_returned: computeEntries('surplus_returned', { ...refund, units: 2_000n }, overpaid),
};

/** Formats a posting as the document does. */
const formatLine = (posting: Posting) => formatPosting(posting).replace('-', '−');

describe('the ledger example of docs/money.md', () => {
  const rows = readRowsUnder('event', 'entry', 'lines');

  test.each(rows)('%s posts %s', (event, kind, lines) => {
    const [name = '', entryKind] = [event, kind].map((cell) => cell?.replaceAll('`', ''));
    const entry = (example[name] ?? variants[name] ?? []).find((one) => one.kind === entryKind);
    expect(entry?.postings.map(formatLine).toSorted()).toEqual(lines?.split(' · ').toSorted());
  });

  test('lists every entry that is posted', () => {
    const all = Object.entries({ ...example, ...variants }).flatMap(([event, entries]) =>
      entries.filter(({ postings }) => postings.length > 0).map(({ kind }) => `${event} ${kind}`),
    );
    expect(rows.map(([event, kind]) => `${event} ${kind}`.replaceAll('`', '')).toSorted()).toEqual(all.toSorted());
  });

  test('states the margin of the order', () => {
    const earned = new Map<string, bigint>();
    for (const { account, asset, units } of Object.values(example).flatMap((entries) =>
      entries.flatMap(({ postings }) => postings),
    )) {
      if (/^(?:income:|expense:|trading$)/.test(account)) earned.set(asset, (earned.get(asset) ?? 0n) - units);
    }
    const totals = [EUR, BITCOIN].map(({ id, code }) => `**${formatUnits(earned.get(id) ?? 0n, id)} ${code}**`);
    expect(document).toContain(totals.join(' and ').replace('-', '−'));
  });
});

describe('the pricing example of docs/money.md', () => {
  const terms = new Map(
    readRowsUnder('terms', 'pays', 'gets', 'mid').map(
      ([
        name = '',
        pays = '',
        gets = '',
        mid = '',
        spread = '',
        price = '',
        percent = '',
        fixed = '',
        least = '',
        net = '',
      ]) => {
        const [payAsset, receiveAsset] = [assets[pays], assets[gets]];
        if (!payAsset || !receiveAsset) throw new Error(`this test does not define the asset ${pays} or ${gets}`);
        const all: PricingTerms = {
          price: addSpread(parseDecimal(mid), parseDecimal(spread)),
          fee: {
            percent: parseDecimal(percent),
            fixed: parseAmount(payAsset, fixed),
            minimum: parseAmount(payAsset, least),
          },
          networkFee: parseAmount(payAsset, net),
        };
        return [name, { payAsset, receiveAsset, all, price }] as const;
      },
    ),
  );

  test.each([...terms])('%s: adds the spread to the price', (_name, { all, price }) => {
    expect(formatDecimal(all.price)).toBe(price);
  });

  test.each(readRowsUnder('terms', 'typed', 'pays', 'fee', 'gets'))(
    '%s: %s leads to the stated amounts and fee',
    (name = '', typed = '', ...shown) => {
      const found = terms.get(name);
      if (!found) throw new Error(`docs/money.md has no terms named ${name}`);
      const { payAsset, receiveAsset, all } = found;
      const [side, amount = ''] = typed.split(' ');
      const purchase =
        side === 'pay'
          ? priceFromPay(parseAmount(payAsset, amount), receiveAsset, all)
          : priceFromReceive(parseAmount(receiveAsset, amount), payAsset, all);
      expect(
        purchase &&
          [purchase.pay, purchase.processingFee, purchase.receive].map((shownAmount) => formatAmount(shownAmount)),
      ).toEqual(shown);
    },
  );
});
