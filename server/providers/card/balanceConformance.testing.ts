import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import type { BalanceLine } from './balanceLine.ts';
import type { CardAcquirer, CardPayment } from './cardPort.ts';

/** What a test asks of the vendor about the account that it keeps for us. Amounts are of EUR. */
export type BalanceSubject = {
  /** Sends money to the operator's bank. The payout's id at the vendor. */
  payOut(units: bigint, descriptor: string): Promise<string>;
  failPayout(payoutId: string): Promise<void>;
  /** Books a line by hand: a fee, or one whose word is in no table. */
  bookLine(kind: 'fee' | 'other', units: bigint): Promise<void>;
};

type Tested = {
  readonly acquirer: CardAcquirer;
  readonly subject: BalanceSubject & {
    dispute(paymentId: string, units: bigint): Promise<string>;
    decide(disputeId: string, verdict: 'won' | 'lost'): Promise<void>;
    advanceClock(seconds: number): void;
  };
  /** Captures 100.00 EUR. */
  captured(card?: 'pays' | 'refund_fails_later'): Promise<CardPayment>;
  refund(paymentId: string, units: bigint): Promise<string>;
};

const EUR = fiatAsset('EUR');
const eur = (units: bigint) => amountOf(EUR, units);
const EPOCH = new Date(0);
const HOUR_MS = 3_600_000;

/** What moved the account, told once each. */
export function balanceConformance(tested: () => Tested): void {
  async function lines(since = EPOCH, before?: Date): Promise<readonly BalanceLine[]> {
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

  describe('the account that it keeps', () => {
    test('tells a capture with its fee, and what is given back', async () => {
      const { captured, refund } = tested();
      const { paymentId, acquirerFee } = await captured();
      const refundId = await refund(paymentId, 4_000n);
      const [back, taken] = await lines();
      expect(taken).toMatchObject({ kind: 'charge', subjectId: paymentId, amount: eur(10_000n) });
      expect(taken?.fee.units).toBeGreaterThan(0n);
      if (acquirerFee) expect(taken?.fee).toEqual(acquirerFee);
      expect(back).toMatchObject({ kind: 'refund', subjectId: refundId, amount: eur(-4_000n), fee: eur(0n) });
    });

    test('tells a refund that failed late', async () => {
      const { captured, refund, subject } = tested();
      const { paymentId } = await captured('refund_fails_later');
      const refundId = await refund(paymentId, 10_000n);
      subject.advanceClock(3_600);
      expect((await lines())[0]).toMatchObject({ kind: 'refund_failed', subjectId: refundId, amount: eur(10_000n) });
    });

    test('tells what a dispute takes, and what comes back', async () => {
      const { captured, subject } = tested();
      const { paymentId } = await captured();
      const disputeId = await subject.dispute(paymentId, 4_000n);
      const [taken] = await lines();
      expect(taken).toMatchObject({ kind: 'dispute', subjectId: disputeId, amount: eur(-4_000n) });
      expect(taken?.fee.units).toBeGreaterThan(0n);
      await subject.decide(disputeId, 'won');
      const back = (await lines()).find(({ kind }) => kind === 'dispute_reversed');
      expect(back).toMatchObject({ subjectId: disputeId, amount: eur(4_000n) });
    });

    test('tells a payout with the day and the words of its arrival, and one that failed', async () => {
      const { captured, subject } = tested();
      await captured();
      const payoutId = await subject.payOut(5_000n, 'SHOP 4711');
      expect((await lines())[0]).toMatchObject({
        kind: 'payout',
        subjectId: payoutId,
        amount: eur(-5_000n),
        payout: { payoutId, arrivesOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), descriptor: 'SHOP 4711' },
      });
      await subject.failPayout(payoutId);
      expect((await lines())[0]).toMatchObject({ kind: 'payout_failed', subjectId: payoutId, amount: eur(5_000n) });
    });

    test('tells its own fees, and says of other words that it does not know them', async () => {
      const { captured, subject } = tested();
      await captured();
      await subject.bookLine('fee', 250n);
      await subject.bookLine('other', 300n);
      const [other, fee] = await lines();
      expect(fee).toMatchObject({ kind: 'fee', amount: eur(-250n) });
      expect(other).toMatchObject({ kind: 'other', amount: eur(-300n), word: expect.stringMatching(/./) });
    });

    test('pages through all of it, every line once, and tells the same again', async () => {
      const { captured, subject } = tested();
      await captured();
      for (let line = 0; line < 105; line += 1) await subject.bookLine('fee', 1n);
      const first = await lines();
      expect(first).toHaveLength(106);
      expect(new Set(first.map(({ lineId }) => lineId)).size).toBe(106);
      expect(await lines()).toEqual(first);
    });

    test('tells no more than what was booked within the time', async () => {
      const { captured, subject } = tested();
      await captured();
      subject.advanceClock(2 * 3_600);
      await subject.bookLine('fee', 250n);
      const [fee, charge] = await lines();
      const between = new Date((charge?.bookedAt.getTime() ?? 0) + HOUR_MS);
      expect(await lines(between)).toEqual([fee]);
      expect(await lines(EPOCH, between)).toEqual([charge]);
    });
  });
}
