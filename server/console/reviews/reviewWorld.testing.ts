import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { saveProfile } from '../../account/details/profileStore.ts';
import { ensureReview, type ReviewReason } from '../../account/details/reviewStore.ts';
import { createNameScreening } from '../../account/names/nameScreening.ts';
import type { Database } from '../../platform/database/database.ts';
import { saveDispute } from '../../purchase/dispute/disputeStore.ts';
import { createTransferReference } from '../../purchase/order/numbers/transferReference.ts';
import type { Order } from '../../purchase/order/order.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { createEventApplier, storeBuyer, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { settleEntry } from '../../purchase/payment/bankEntryStore.ts';
import { insertEntries, insertStatementFile } from '../../purchase/payment/bookings/reportedBookingStore.ts';

export const LISTED = 'Specimen, Boris Igor';
export const THRESHOLD = 85;
const HOUR_MS = 60 * 60_000;

/** Returns functions that store items for review, as the product stores them. */
export function createReviewWorld(database: Database) {
  const screening = createNameScreening({ names: () => [LISTED], thresholdPercent: () => THRESHOLD });

  async function addBuyer(firstName = 'Boris', lastName = 'Specimen'): Promise<string> {
    const id = await storeBuyer(database, `${randomUUID()}@example.com`);
    const profile = { ...calls.addKyc.example.request, firstName, lastName, outcome: 'under_review' as const };
    await saveProfile(database, id, profile, screening.judge(firstName, lastName));
    return id;
  }

  return {
    addBuyer,
    /** An open review of a new buyer. */
    async addReview(reason: ReviewReason, facts: object = {}) {
      const buyerId = await addBuyer();
      const question = {
        reason,
        subject: randomUUID(),
        facts: { ...(reason === 'name_listed' && screening.judge('Boris', 'Specimen')), ...facts },
      };
      const { id } = await database.transaction((transaction) => ensureReview(transaction, buyerId, question));
      return { id, buyerId, subject: question.subject };
    },
    /** A card order of a known buyer, held by a rule, with its money authorized. */
    async addHeldOrder(euroCents = 10_000n) {
      const buyerId = await addBuyer('Karin', 'Muster');
      const order = await storeOrder(database, { buyerId, euroCents });
      const apply = createEventApplier(database, order.id);
      await apply('payment_submitted', { attemptId: 'att' });
      await apply('payment_authorized', {
        attemptId: 'att',
        paymentId: 'pi_1',
        units: 10_000n,
        captureBefore: null,
        assessment: { risk: 'hold', riskRule: 'day_amount', identity: 'accepted' },
      });
      return { ...order, applyEvent: apply };
    },
    /** A dispute of a delivered order that can be answered for this many hours. */
    async addDisputedOrder(hours: number) {
      const buyerId = await addBuyer('Luc', 'Exemple');
      const order = await storeOrder(database, { buyerId });
      const apply = createEventApplier(database, order.id);
      for (const [event] of happyPath) {
        const { kind, facts } = event('');
        await apply(kind, facts);
      }
      const id = `du_${randomUUID()}`;
      const now = new Date();
      await database.transaction((transaction) =>
        saveDispute(transaction, {
          id,
          orderId: order.id,
          paymentId: 'pi_1',
          status: 'open',
          reason: 'fraudulent',
          units: 10_000n,
          warned: false,
          heldUnits: 10_000n,
          lostUnits: 0n,
          feeUnits: 0n,
          eventCount: 1,
          answered: false,
          needsConsent: false,
          openedAt: new Date(now.getTime() - HOUR_MS),
          dueAt: new Date(now.getTime() + hours * HOUR_MS),
          requestedAt: now,
          attendAt: null,
        }),
      );
      return { ...order, dispute: id };
    },
    /** A payment without a reference, to be matched by a person. */
    async addUnmatchedPayment(units: bigint, payer = 'KARIN MUSTER', account = 'DE89370400440532013000') {
      const id = `entry_${randomUUID()}`;
      const hash = Buffer.from(id);
      const entry = {
        entryId: id,
        reference: '',
        transactionId: '',
        account: 'DE00OURS',
        direction: 'credit' as const,
        reversal: false,
        returnReason: '',
        amount: createAmount(exampleOrder.pay.asset, units),
        bookedOn: '2026-11-21',
        endToEndId: '',
        remittance: 'for the coins',
        furtherText: '',
        batch: null,
        unitemized: 0,
        counterparty: { name: payer, account },
        doubt: null,
      };
      await database.transaction(async (transaction) => {
        await insertStatementFile(transaction, { hash, name: 'a.xml', importedBy: 'anna', entries: 1 });
        await insertEntries(transaction, { hash, kind: 'notification', statedIn: null }, [entry]);
        await settleEntry(transaction, id, {
          status: 'unallocated',
          orderId: null,
          surplus: null,
          reason: 'no_reference',
        });
      });
      return id;
    },
    /** An order of a known buyer that waits for a bank transfer. */
    async addTransferOrder(change: Partial<Order> = {}, name: readonly [string, string] = ['Karin', 'Muster']) {
      const buyerId = await addBuyer(...name);
      const transferReference = createTransferReference();
      return storeOrder(database, { buyerId, payMethod: 'bank_transfer', transferReference, ...change });
    },
  };
}
