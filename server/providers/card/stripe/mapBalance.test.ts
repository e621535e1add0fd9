import { readFile } from 'node:fs/promises';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import { balanceLineSchema, payoutSchema } from './answers.ts';
import { toBalanceLine, toPayoutState } from './mapBalance.ts';

/** Stripe's published examples (server/providers/card/stripe/fixtures/README.md). */
const resources = JSON.parse(await readFile(new URL('./fixtures/resources.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Record<string, unknown>>
>;
const USD = fiatAsset('USD');

/** Returns the line that is read from Stripe's example with changes. */
function readLine(change: Readonly<Record<string, unknown>> = {}) {
  return toBalanceLine(balanceLineSchema.parse({ ...resources['balance_transaction'], ...change }));
}

describe('reads Stripe’s own example', () => {
  test('of an unexpanded charge, without a payment', () => {
    expect(readLine()).toEqual({
      lineId: 'txn_1PgaxNB7WZ01zgkWEV3TLf40',
      kind: 'charge',
      vendorType: 'charge',
      amount: { asset: USD, units: 100n },
      fee: { asset: USD, units: 0n },
      subjectId: '',
      bookedAt: new Date(1_234_567_890_000),
    });
  });

  test('of a payout, with its arrival day', () => {
    const source = resources['payout'];
    expect(readLine({ type: 'payout', amount: -1_100, net: -1_100, source })).toMatchObject({
      kind: 'payout',
      subjectId: 'po_1Pgc79B7WZ01zgkWu1KToYf4',
      payout: { payoutId: 'po_1Pgc79B7WZ01zgkWu1KToYf4', arrivesOn: '2009-02-13', descriptor: '' },
    });
  });
});

describe('the kind', () => {
  test.each([
    ['charge', 'charge', 'charge'],
    ['payment', 'charge', 'charge'],
    ['refund', 'refund', 'refund'],
    ['payment_refund', 'refund', 'refund'],
    ['refund_failure', 'refund_failure', 'refund_failed'],
    ['adjustment', 'dispute', 'dispute'],
    ['adjustment', 'dispute_reversal', 'dispute_reversed'],
    ['payout', 'payout', 'payout'],
    ['payout_cancel', 'payout_reversal', 'payout_failed'],
    ['payout_failure', 'payout_reversal', 'payout_failed'],
    ['stripe_fee', 'fee', 'fee'],
    ['stripe_fx_fee', 'fee', 'fee'],
    ['tax_fee', 'tax', 'fee'],
  ])('of %s, category %s, is %s', (type, category, kind) => {
    expect(readLine({ type, reporting_category: category })?.kind).toBe(kind);
  });

  test.each([
    ['adjustment', 'other_adjustment'],
    ['adjustment', 'toString'],
    ['reserve_transaction', 'risk_reserved_funds'],
    ['topup', 'topup'],
    ['transfer', 'transfer'],
    ['advance', 'advance'],
    ['constructor', 'charge'],
    ['', ''],
  ])('of %s, category %s, is other', (type, category) => {
    expect(readLine({ type, reporting_category: category })?.kind).toBe('other');
  });

  test('of a line in another balance than that of payments is other', () => {
    expect(readLine({ balance_type: 'issuing' })).toMatchObject({ kind: 'other', vendorType: 'issuing:charge' });
  });
});

test('names the payment of a charge', () => {
  expect(readLine({ source: { id: 'ch_1', payment_intent: 'pi_1' } })?.subjectId).toBe('pi_1');
});

test('rejects a line whose parts do not add up', () => {
  expect(readLine({ fee: 10 })).toBeUndefined();
  expect(readLine({ fee: 10, net: 90 })).toMatchObject({ fee: { units: 10n } });
});

test('reads amounts in the currency’s minor units', () => {
  expect(readLine({ currency: 'jpy', amount: -5_000, net: -5_000 })?.amount).toEqual({
    asset: fiatAsset('JPY'),
    units: -5_000n,
  });
});

describe('a payout', () => {
  const readState = (change: Readonly<Record<string, unknown>> = {}) =>
    toPayoutState(payoutSchema.parse({ ...resources['payout'], ...change }));

  test('is read from Stripe’s own example', () => {
    expect(readState()).toEqual({
      payoutId: 'po_1Pgc79B7WZ01zgkWu1KToYf4',
      arrivesOn: '2009-02-13',
      descriptor: '',
      status: 'in_transit',
      amount: { asset: USD, units: 1_100n },
      itemization: 'complete',
    });
  });

  test.each([
    ['completed', 'complete'],
    ['in_progress', 'pending'],
    ['not_applicable', 'never'],
  ])('with reconciliation %s has the itemization %s', (reconciliationStatus, itemization) => {
    expect(readState({ reconciliation_status: reconciliationStatus })?.itemization).toBe(itemization);
  });

  test.each([{ status: 'constructor' }, { status: 'returned' }, { reconciliation_status: 'toString' }])(
    'with an unknown status is rejected: %o',
    (change) => {
      expect(readState(change)).toBeUndefined();
    },
  );

  test('that debits the bank is negative', () => {
    expect(readState({ amount: -300 })?.amount.units).toBe(-300n);
  });
});
