import { randomUUID } from 'node:crypto';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { insertPartnerEvent } from '../partner/partnerEventStore.ts';
import type { Database } from '../platform/database/database.ts';
import { sumOrders } from '../providers/venue/sumOrders.ts';
import { insertConversionPart, recordExecution } from '../purchase/conversion/conversionStore.ts';
import { insertPayouts, updatePayout } from '../purchase/delivery/payoutStore.ts';
import { applyEvent } from '../purchase/order/machine/applyEvent.ts';
import { BITCOIN, exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../purchase/order/orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { writeJournal } from '../purchase/order/stepRunner/journalStore.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { insertAttempt, updateAttempt } from '../purchase/payment/attemptStore.ts';
import { saveReportedLines } from '../reconciliation/externalAccounts/reportedLineStore.ts';
import { reserveNothing } from '../risk/reserveNothing.testing.ts';
import { insertRiskDecision } from '../risk/riskStore.ts';

export const NETWORK = 'bip122:000000000019d6689c085ae165831e93';
export const TREASURY = 'bc1qtreasury';
export const ACQUIRER_PLACE = 'acquirer:bench';
export const VENUE_PLACE = 'venue:bench';

export type DeliveredOrder = {
  readonly orderId: number;
  readonly orderNo: string;
  readonly buyerId: string;
  /** Number of ids from the first to the last of the order's ledger transactions. */
  readonly ledgerSpan: number;
};

/** Stores an order that the operator fulfilled, from payment to delivery, with a row in every table that it fills. */
export async function storeDeliveredOrder(database: Database): Promise<DeliveredOrder> {
  const { id: orderId, orderNo, buyerId } = await storeOrder(database);
  await storePurchase(database, orderId);
  for (const [event] of happyPath)
    await database.transaction((transaction) =>
      applyEvent(silentOrderMachine, transaction, orderId, event(randomUUID())),
    );
  await storePayout(database, orderId);
  await storeOrderRecords(database, orderId, buyerId);
  await storeReconciliationLines(database);
  const { ledgerSpan } = await database.one<{ ledgerSpan: number }>(sql`
    select max(id) - min(id) + 1 as "ledgerSpan" from ledger_transactions where order_id = ${orderId}`);
  return { orderId, orderNo, buyerId, ledgerSpan };
}

async function storePurchase(database: Database, orderId: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await insertAttempt(await reserveNothing(transaction, 'attempt'), {
      id: 'att_1',
      orderId,
      submissionId: randomUUID(),
      confirmationToken: 'token',
      savedCardId: null,
      saveCard: false,
    });
    const part = { clientOrderId: 'part_1', orderId, side: 'buy', part: 1, venue: 'kraken' } as const;
    await insertConversionPart(transaction, {
      ...part,
      base: 'BTC',
      quote: 'EUR',
      baseAmount: '0.00155891',
      limitPrice: '60800.0',
    });
    const bought = {
      venueOrderId: 'venue_1',
      status: 'closed',
      filledBase: parseDecimal('0.00155891'),
      cost: parseDecimal('93.82'),
      fees: [],
    } as const;
    await recordExecution(transaction, part.clientOrderId, sumOrders(part.clientOrderId, [bought]));
  });
  await updateAttempt(database, 'att_1', {
    status: 'captured',
    paymentId: 'pi_1',
    clientSecret: 'secret',
    refusal: null,
    card: {
      paymentMethodId: 'pm_1',
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2030,
      fingerprint: 'fingerprint',
      country: 'DE',
    },
  });
}

async function storePayout(database: Database, orderId: number): Promise<void> {
  await database.transaction((transaction) =>
    insertPayouts(
      transaction,
      [
        {
          id: 'pay_1',
          orderId,
          network: NETWORK,
          fromAddress: TREASURY,
          toAddress: exampleOrder.address,
          amount: exampleOrder.receive,
          nativeAsset: BITCOIN,
          quotedFeeUnits: 900n,
        },
      ],
      { kind: 'bitcoin' },
      { nonce: 0, held: ['input:0'] },
      { transactionId: 'tx_1', bytes: 'bytes' },
    ),
  );
  const final = { status: 'final', transactionId: 'tx_1', confirmations: 6, feeUnits: 1_500n } as const;
  await database.transaction((transaction) => updatePayout(transaction, 'pay_1', final));
}

/** Stores the lines of the acquirer and the venue about the order's payment and purchase. */
async function storeReconciliationLines(database: Database): Promise<void> {
  const line = { units: 100_000_000n, at: await database.now(), byPeople: false };
  const paid = { ...line, id: 'line_1', groupedBy: 'pi_1', asset: 'iso4217:EUR' };
  const bought = { ...line, id: 'line_1', groupedBy: 'venue_1', asset: BITCOIN.id };
  await database.transaction(async (transaction) => {
    await saveReportedLines(transaction, ACQUIRER_PLACE, [paid]);
    await saveReportedLines(transaction, VENUE_PLACE, [bought]);
  });
}

/** Stores the rows of the order's steps, the acquirer's message, the partner's event and the buyer's email. */
async function storeOrderRecords(database: Database, orderId: number, buyerId: string): Promise<void> {
  for (const step of ['capture_payment', 'send_payout'])
    await writeJournal(database, orderId, {
      step,
      subject: '',
      outcome: 'ok',
      refusal: null,
      text: '',
      conclusion: '',
      milliseconds: 100,
    });
  await insertRiskDecision(database, { orderId, buyerId, stage: 'payment', outcome: 'clear', rule: '', facts: {} });
  await database.run(sql`
    insert into webhook_inbox (provider, event_id, kind, subject_id, raw_body, body_hash, received_at, handled_at)
    values ('stripe', 'evt_1', 'payment', 'pi_1', '\\x00', sha256('\\x00'), slipway_now() - interval '1 day', slipway_now())`);
  await database.transaction(async (transaction) => {
    const event = { id: 'evt_1', partnerId: 'shop', orderId, lane: 'first', sequence: 1 } as const;
    await insertPartnerEvent(transaction, { ...event, type: 'order.delivered', body: '{}' });
  });
  await database.run(sql`
    insert into mail_outbox (id, recipient, subject, body, created_at, sent_at)
    values ('mail_1', 'anna@example.com', 'subject', 'body', slipway_now(), slipway_now())`);
}
