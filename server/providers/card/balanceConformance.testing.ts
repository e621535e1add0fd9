import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import type { BalanceLine } from './balanceLine.ts';
import type { CardAcquirer, CardPayment } from './cardPort.ts';

/** Test access to the balance that the vendor holds for the operator. Amounts are in EUR. */
export type BalanceSubject = {
  /**
   * Pays out to the operator's bank: an amount on request, or everything by the vendor's schedule. Returns the vendor's
   * payout id.
   */
  payOut(units: bigint | 'all', descriptor: string): Promise<string>;
  failPayout(payoutId: string): Promise<void>;
  /** Books a line by hand: a fee, or one whose type is unknown to the adapter. */
  bookLine(kind: 'fee' | 'other', units: bigint): Promise<void>;
};

type Tested = {
  readonly acquirer: CardAcquirer;
  readonly subject: BalanceSubject & {
    dispute(paymentId: string, units: bigint): Promise<string>;
    decide(disputeId: string, verdict: 'won' | 'lost'): Promise<void>;
    advanceClock(seconds: number): void;
  };
  /** Captures a payment of 100.00 EUR. */
  capturePayment(card?: 'pays' | 'refund_fails_later'): Promise<CardPayment>;
  refund(paymentId: string, units: bigint): Promise<string>;
};

const EUR = fiatAsset('EUR');
const eur = (units: bigint) => createAmount(EUR, units);
const EPOCH = new Date(0);
const HOUR_MS = 3_600_000;

/** Registers the tests of balance lines and payouts: each change of the account is reported exactly once. */
export function balanceConformance(tested: () => Tested): void {
  async function listAllLines(since = EPOCH, before?: Date): Promise<readonly BalanceLine[]> {
    const found: BalanceLine[] = [];
    let page: string | undefined;
    do {
      const answer = await tested().acquirer.listBalanceLines({ since, before, page });
      expect(answer.kind).toBe('ok');
      if (answer.kind !== 'ok') break;
      found.push(...answer.value.lines);
      page = answer.value.nextPage;
    } while (page !== undefined);
    return found;
  }

  describe('the operator’s account at the acquirer', () => {
    test('has lines for a capture with its fee and for a refund', async () => {
      const { capturePayment, refund } = tested();
      const { paymentId, acquirerFee } = await capturePayment();
      const refundId = await refund(paymentId, 4_000n);
      const [refundLine, chargeLine] = await listAllLines();
      expect(chargeLine).toMatchObject({ kind: 'charge', subjectId: paymentId, amount: eur(10_000n) });
      expect(chargeLine?.fee.units).toBeGreaterThan(0n);
      if (acquirerFee) expect(chargeLine?.fee).toEqual(acquirerFee);
      expect(refundLine).toMatchObject({ kind: 'refund', subjectId: refundId, amount: eur(-4_000n), fee: eur(0n) });
    });

    test('has a line for a refund that failed late', async () => {
      const { capturePayment, refund, subject } = tested();
      const { paymentId } = await capturePayment('refund_fails_later');
      const refundId = await refund(paymentId, 10_000n);
      subject.advanceClock(3_600);
      expect((await listAllLines())[0]).toMatchObject({
        kind: 'refund_failed',
        subjectId: refundId,
        amount: eur(10_000n),
      });
    });

    test('has lines for the amounts that a dispute withdraws and returns', async () => {
      const { capturePayment, subject } = tested();
      const { paymentId } = await capturePayment();
      const disputeId = await subject.dispute(paymentId, 4_000n);
      const [disputeLine] = await listAllLines();
      expect(disputeLine).toMatchObject({ kind: 'dispute', subjectId: disputeId, amount: eur(-4_000n) });
      expect(disputeLine?.fee.units).toBeGreaterThan(0n);
      await subject.decide(disputeId, 'won');
      const reversalLine = (await listAllLines()).find(({ kind }) => kind === 'dispute_reversed');
      expect(reversalLine).toMatchObject({ subjectId: disputeId, amount: eur(4_000n) });
    });

    test('has lines for a payout with its arrival day and descriptor, and for its failure', async () => {
      const { capturePayment, subject } = tested();
      await capturePayment();
      const payoutId = await subject.payOut(5_000n, 'SHOP 4711');
      expect((await listAllLines())[0]).toMatchObject({
        kind: 'payout',
        subjectId: payoutId,
        amount: eur(-5_000n),
        payout: { payoutId, arrivesOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), descriptor: 'SHOP 4711' },
      });
      await subject.failPayout(payoutId);
      expect((await listAllLines())[0]).toMatchObject({
        kind: 'payout_failed',
        subjectId: payoutId,
        amount: eur(5_000n),
      });
    });

    test('lists the lines that a scheduled payout pays out, which add up to it', async () => {
      const { acquirer, capturePayment, refund, subject } = tested();
      const { paymentId } = await capturePayment();
      const refundId = await refund(paymentId, 4_000n);
      await subject.bookLine('fee', 250n);
      const payoutId = await subject.payOut('all', 'SHOP 4711');
      expect(await acquirer.getPayout(payoutId)).toMatchObject({
        value: { status: 'in_transit', itemization: 'pending' },
      });
      subject.advanceClock(3_600);
      await capturePayment();
      const answer = await acquirer.getPayout(payoutId);
      expect(answer).toMatchObject({ value: { payoutId, itemization: 'complete', descriptor: 'SHOP 4711' } });
      const page = await acquirer.listPayoutLines({ payoutId });
      if (answer.kind !== 'ok' || page.kind !== 'ok') throw new Error('the payout was not read');
      const paidOut = page.value.lines.filter(({ kind }) => kind !== 'payout');
      expect(paidOut.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
        ['fee', ''],
        ['refund', refundId],
        ['charge', paymentId],
      ]);
      expect(answer.value.amount).toEqual(
        eur(paidOut.reduce((sum, { amount, fee }) => sum + amount.units - fee.units, 0n)),
      );
    });

    test('pages through the lines of a payout', async () => {
      const { acquirer, capturePayment, subject } = tested();
      await capturePayment();
      // With the charge, more lines than one page contains.
      for (let line = 0; line < 105; line += 1) await subject.bookLine('fee', 1n);
      const payoutId = await subject.payOut('all', '');
      subject.advanceClock(3_600);
      const found: string[] = [];
      let page: string | undefined;
      do {
        const answer = await acquirer.listPayoutLines({ payoutId, page });
        if (answer.kind !== 'ok') throw new Error('the payout was not read');
        found.push(...answer.value.lines.filter(({ kind }) => kind !== 'payout').map(({ lineId }) => lineId));
        page = answer.value.nextPage;
      } while (page !== undefined);
      expect(new Set(found).size).toBe(106);
      expect(found).toHaveLength(106);
    });

    test('itemizes no payout that was requested by amount, reports a failed one, and refuses an unknown id', async () => {
      const { acquirer, capturePayment, subject } = tested();
      await capturePayment();
      const payoutId = await subject.payOut(5_000n, '');
      subject.advanceClock(3_600);
      expect(await acquirer.getPayout(payoutId)).toMatchObject({
        value: { status: 'in_transit', itemization: 'never', amount: eur(5_000n) },
      });
      await subject.failPayout(payoutId);
      expect(await acquirer.getPayout(payoutId)).toMatchObject({ value: { status: 'failed' } });
      expect(await acquirer.getPayout('po_unknown')).toMatchObject({ kind: 'refused', reason: 'not_found' });
    });

    test('reads a fee of the acquirer as a fee, and a line of unknown type as other', async () => {
      const { capturePayment, subject } = tested();
      await capturePayment();
      await subject.bookLine('fee', 250n);
      await subject.bookLine('other', 300n);
      const [other, fee] = await listAllLines();
      expect(fee).toMatchObject({ kind: 'fee', amount: eur(-250n) });
      expect(other).toMatchObject({ kind: 'other', amount: eur(-300n), vendorType: expect.stringMatching(/./) });
    });

    test('is read in pages that contain every line once, the same at each reading', async () => {
      const { capturePayment, subject } = tested();
      await capturePayment();
      // With the charge, more lines than one page contains.
      for (let line = 0; line < 105; line += 1) await subject.bookLine('fee', 1n);
      const first = await listAllLines();
      expect(first).toHaveLength(106);
      expect(new Set(first.map(({ lineId }) => lineId)).size).toBe(106);
      expect(await listAllLines()).toEqual(first);
    });

    test('returns only lines within the requested period', async () => {
      const { capturePayment, subject } = tested();
      await capturePayment();
      subject.advanceClock(2 * 3_600);
      await subject.bookLine('fee', 250n);
      const [fee, charge] = await listAllLines();
      const between = new Date((charge?.bookedAt.getTime() ?? 0) + HOUR_MS);
      expect(await listAllLines(between)).toEqual([fee]);
      expect(await listAllLines(EPOCH, between)).toEqual([charge]);
    });
  });
}
