import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { CommandError } from '../../action/commandError.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { type Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { sumOrders } from '../../providers/venue/sumOrders.ts';
import { insertConversionPart, recordExecution } from '../../purchase/conversion/conversionStore.ts';
import { insertPayoutForm } from '../../purchase/delivery/payoutFormStore.ts';
import { updatePayout } from '../../purchase/delivery/payoutStore.ts';
import { storePayout } from '../../purchase/delivery/storedPayout.testing.ts';
import { createTransferReference, formatTransferReference } from '../../purchase/order/numbers/transferReference.ts';
import type { Order } from '../../purchase/order/order.ts';
import { anyEvent, BITCOIN, exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { writeJournal } from '../../purchase/order/stepRunner/journalStore.ts';
import { createEventApplier, storeBuyer, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { insertAttempt, updateAttempt } from '../../purchase/payment/attemptStore.ts';
import { settleEntry } from '../../purchase/payment/bankEntryStore.ts';
import { insertEntries, insertStatementFile } from '../../purchase/payment/bookings/reportedBookingStore.ts';
import { insertBankRefund } from '../../purchase/refund/bankRefundStore.ts';
import { insertRefundRequest } from '../../purchase/refund/partnerRefundStore.ts';
import { advanceRefund, insertRefund } from '../../purchase/refund/refundStore.ts';
import { reserveNothing } from '../../risk/reserveNothing.testing.ts';
import { formatJsonText } from './formatJsonText.ts';
import { formatLabel, formatPlainValue, WIDTH } from './layout.ts';
import { showOrders } from './showCommand.ts';

const { database } = await openOwnDatabase(6);

const euros = (units: bigint) => createAmount(exampleOrder.pay.asset, units);

/** Creates an order that waits for its payment, and a function that sends it events. */
async function createOrder(change: Partial<Order> = {}) {
  const { id, orderNo, buyerId } = await storeOrder(database, change);
  const apply = createEventApplier(database, id);
  return { id, orderNo, buyerId, apply };
}

/** Creates a card order with two forms of a payout, a failed refund, a dispute, and other records to show. */
async function createCardOrder() {
  const unique = randomUUID();
  const email = `${unique}@example.com`;
  const buyerId = await storeBuyer(database, email);
  const { id, orderNo, apply } = await createOrder({ buyerId });
  const names = {
    attempt: `att_${unique}`,
    payment: `pi_${unique}`,
    payout: `pay_${unique}`,
    firstTransaction: `0x${unique.replaceAll('-', '')}${unique.replaceAll('-', '')}`,
    secondTransaction: `0x${unique.replaceAll('-', '').padEnd(64, 'b')}`,
    refund: `ref_${unique}`,
    acquirerRefund: `re_${unique}`,
    dispute: `du_${unique}`,
    purchase: `${unique.slice(0, 15)}-1`,
  };
  await database.transaction(async (transaction) => {
    await insertAttempt(await reserveNothing(transaction, 'attempt'), {
      id: names.attempt,
      orderId: id,
      submissionId: randomUUID(),
      confirmationToken: 'ctoken_secret',
      savedCardId: null,
      saveCard: false,
    });
  });
  await updateAttempt(database, names.attempt, {
    status: 'captured',
    paymentId: names.payment,
    clientSecret: 'pi_x_secret_hidden',
    refusal: null,
    card: {
      paymentMethodId: 'pm_1',
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2030,
      fingerprint: 'fp',
      country: 'DE',
    },
  });
  await apply('payment_submitted', { attemptId: names.attempt });
  const payment = { attemptId: names.attempt, paymentId: names.payment, units: 10_000n };
  await apply('payment_authorized', {
    ...payment,
    captureBefore: null,
    assessment: { risk: 'clear', identity: 'accepted' },
  });
  await apply('payment_captured', { ...payment, acquirerFeeUnits: 175n });
  await database.transaction(async (transaction) => {
    await insertConversionPart(transaction, {
      clientOrderId: names.purchase,
      orderId: id,
      side: 'buy',
      part: 1,
      venue: 'kraken',
      base: 'BTC',
      quote: 'EUR',
      baseAmount: '0.00155891',
      limitPrice: '60800.0',
    });
    const order = {
      venueOrderId: 'OABCDE-ABCDE-ABCDEF',
      status: 'closed',
      filledBase: parseDecimal('0.00155891'),
      cost: parseDecimal('93.8152038'),
      fees: [{ currency: 'BTC', amount: parseDecimal('0.00000156') }],
    } as const;
    await recordExecution(transaction, names.purchase, sumOrders(names.purchase, [order]));
    // The refund has failed: with a live refund, the order could not be paid out.
    await insertRefund(transaction, {
      id: names.refund,
      orderId: id,
      purpose: 'order',
      paymentId: names.payment,
      amount: euros(500n),
    });
    const requested = { id: names.refund, status: 'requested' } as const;
    await advanceRefund(transaction, requested, { status: 'failed', acquirerRefundId: names.acquirerRefund });
    await transaction.run(sql`
      insert into disputes (id, order_id, payment_id, status, reason, units, answered, opened_at, due_at, requested_at, updated_at)
      values (${names.dispute}, ${id}, ${names.payment}, 'warned', 'fraudulent', 4000, false, slipway_now(),
        slipway_now() + interval '8 days', slipway_now(), slipway_now())`);
    const unsigned = { kind: 'bitcoin' };
    await storePayout(
      transaction,
      { id: names.payout, orderId: id },
      { transactionId: names.firstTransaction, bytes: 'signed-bytes-of-one' },
    );
    const second = { transactionId: names.secondTransaction, bytes: 'signed-bytes-of-two' };
    await insertPayoutForm(transaction, names.payout, { number: 2, purpose: 'payment', unsigned, signed: second });
  });
  const mined = { status: 'confirmed', confirmations: 3, feeUnits: 1_200n } as const;
  await database.transaction((transaction) =>
    updatePayout(transaction, names.payout, { ...mined, transactionId: names.secondTransaction }),
  );
  await database.transaction((transaction) =>
    insertRefundRequest(transaction, { orderId: id, partnerId: 'shop', keyId: '7KQ2M4XD9TAB', reason: 'paid twice' }),
  );
  await raiseAlert(database, { key: null, orderId: id, kind: 'order', facts: { orderNo, reason: 'slow' } });
  await database.run(sql`
    insert into risk_decisions (order_id, buyer_id, stage, rule, outcome, facts, at)
    values (${id}, ${buyerId}, 'payment', '', 'clear',
      ${JSON.stringify({ screening: { editions: [{ source: 'ofac', version: '2026-11-20', hash: 'a'.repeat(64) }] } })},
      slipway_now())`);
  await writeJournal(database, id, {
    step: 'start_conversion',
    subject: '',
    outcome: 'unavailable',
    refusal: null,
    text: `the venue is in maintenance ${'and says so at length '.repeat(12)}`,
    conclusion: 'vendor_unavailable',
    milliseconds: 812,
  });
  return { ...names, id, orderNo, email, buyerId };
}

/** Creates a transfer order with its receipt, and another receipt without an order, which has a refund. */
async function createTransferOrder() {
  const unique = randomUUID();
  const reference = createTransferReference();
  const buyerId = await storeBuyer(database, `${unique}@example.com`);
  const order = await createOrder({ buyerId, payMethod: 'bank_transfer', transferReference: reference });
  const refund = `RFD${unique}`;
  const entry = (entryId: string) => ({
    entryId,
    reference: '',
    transactionId: '',
    account: 'DE00OURS',
    direction: 'credit' as const,
    reversal: false,
    returnReason: '',
    amount: euros(10_000n),
    bookedOn: '2026-11-21',
    endToEndId: '',
    remittance: formatTransferReference(reference),
    furtherText: '',
    batch: null,
    unitemized: 0,
    counterparty: { name: 'Anna Muster', account: 'DE89370400440532013000' },
    doubt: null,
  });
  const names = { booking: `entry_${unique}`, orphan: `orphan_${unique}` };
  await database.transaction(async (transaction) => {
    const hash = Buffer.from(unique);
    await insertStatementFile(transaction, { hash, name: 'a.xml', importedBy: 'anna', entries: 2 });
    const notification = { hash, kind: 'notification', statedIn: null } as const;
    await insertEntries(transaction, notification, [entry(names.booking), entry(names.orphan)]);
    const booked = { status: 'order', orderId: order.id, surplus: null, reason: null } as const;
    await settleEntry(transaction, names.booking, booked);
    const unmatched = { status: 'unallocated', orderId: null, surplus: null, reason: 'no reference' } as const;
    await settleEntry(transaction, names.orphan, unmatched);
    await insertBankRefund(transaction, {
      id: refund,
      orderId: null,
      receiptId: names.orphan,
      purpose: 'surplus',
      amount: euros(10_000n),
      creditorName: 'Anna Muster',
      creditorAccount: 'DE89370400440532013000',
    });
  });
  return { ...order, ...names, refund, reference };
}

type Report = Record<string, Record<string, unknown> & Record<string, unknown>[]>;

async function readReport(name: string): Promise<Report> {
  return JSON.parse(await showOrders(database, name, 'json')) as Report;
}

describe('an order is found', () => {
  test.each([
    ['its number', 'orderNo'],
    ['the attempt', 'attempt'],
    ['the payment at the acquirer', 'payment'],
    ['the payout', 'payout'],
    ['the transaction', 'secondTransaction'],
    ['a transaction that another form has replaced', 'firstTransaction'],
    ['the refund', 'refund'],
    ['the refund at the acquirer', 'acquirerRefund'],
    ['the dispute at the acquirer', 'dispute'],
    ['the purchase at the venue', 'purchase'],
    ["the buyer's email", 'email'],
  ] as const)('by %s', async (_what, name) => {
    const order = await createCardOrder();
    expect((await readReport(order[name]))['order']?.['orderNo']).toBe(order.orderNo);
  });

  test('by a transaction id in capitals and an email address in any case', async () => {
    const { secondTransaction, email, orderNo } = await createCardOrder();
    for (const name of [secondTransaction.toUpperCase().replace('0X', '0x'), email.toUpperCase()])
      expect((await readReport(name))['order']?.['orderNo']).toBe(orderNo);
  });

  test('by its transfer reference, stored or printed, and by its booking', async () => {
    const { orderNo, reference, booking } = await createTransferOrder();
    for (const name of [reference, formatTransferReference(reference), reference.toLowerCase(), booking])
      expect((await readReport(name))['order']?.['orderNo']).toBe(orderNo);
  });

  test('with the other orders of its buyer, the newest first', async () => {
    const email = `${randomUUID()}@example.com`;
    const buyerId = await storeBuyer(database, email);
    const first = await createOrder({ buyerId });
    const second = await createOrder({ buyerId });
    await second.apply('payment_window_closed', {});
    const [head = '', , ...lines] = (await showOrders(database, email)).split('\n');
    expect(head.trim().split(/ {2,}/)).toEqual(['order no', 'status', 'since', 'pay', 'crypto']);
    expect(lines.map((line) => line.trim().split(/\s+/).slice(0, 2))).toEqual([
      [second.orderNo, 'expired'],
      [first.orderNo, 'awaiting_payment'],
    ]);
    const orders = (await readReport(email))['orders'];
    expect(orders?.map(({ orderNo }) => orderNo)).toEqual([second.orderNo, first.orderNo]);
  });
});

test('lists a refund made at the acquirer with the others, and finds its order', async () => {
  const { id, orderNo } = await createOrder({});
  const byHand = `re_${randomUUID()}`;
  await database.run(sql`
    insert into external_refunds (acquirer_refund_id, order_id, payment_id, units, reported_at)
    values (${byHand}, ${id}, 'pi_1', 100, slipway_now())`);
  const report = await readReport(byHand);
  expect(report['order']?.['orderNo']).toBe(orderNo);
  expect(report['refunds']).toMatchObject([
    { acquirerRefund: byHand, purpose: 'by hand', status: 'settled', amount: { amount: '1.00' } },
  ]);
});

describe('a search that finds no order', () => {
  test('is refused with the kinds that were searched', async () => {
    const refusal = showOrders(database, 'NOPE');
    await expect(refusal).rejects.toThrow(CommandError);
    await expect(refusal).rejects.toThrow(
      /no results for NOPE: searched as an order number, a transaction on a chain, .*a bank booking/,
    );
    await expect(showOrders(database, '')).rejects.toThrow('give what to show: an order number');
  });

  test('is refused with the payment or refund that belongs to no order', async () => {
    const { orphan, refund } = await createTransferOrder();
    await expect(showOrders(database, orphan)).rejects.toThrow(
      `${orphan} is a bank booking that belongs to no order: unallocated, no reference`,
    );
    await expect(showOrders(database, refund)).rejects.toThrow('belongs to no order: requested, surplus');
  });

  test('is refused for an unknown format', async () => {
    await expect(showOrders(database, 'NOPE', 'xml')).rejects.toThrow('there is no format xml: text, json');
  });
});

describe('the report', () => {
  test('has every section, and the order’s wait', async () => {
    const order = await createCardOrder();
    const report = await readReport(order.orderNo);
    expect(report['wait']).toMatchObject({
      for: 'the exchange, to plan the purchase of the crypto: the vendor does not answer',
      afterwards: 'stays as it is: alert_operator',
      since: expect.stringMatching(/^\d{4}-/),
      nextTry: expect.stringMatching(/^\d{4}-/),
    });
    expect(report['amounts']).toMatchObject({
      pay: { amount: '100.00', currency: 'EUR', asset: 'iso4217:EUR' },
      captured: { amount: '100.00' },
      delivered: { amount: '0.00155735', currency: 'BTC' },
    });
    expect(report['buyer']).toMatchObject({ email: order.email, level: 1 });
    expect(report['delivery']).toMatchObject({ address: exampleOrder.address, network: 'bitcoin' });
    expect(report['attempts']).toMatchObject([{ id: order.attempt, payment: order.payment, card: 'visa 4242' }]);
    expect(report['conversions']).toMatchObject([
      { clientOrderId: order.purchase, filled: '0.00155891', cost: '93.8152038', fees: '0.00000156 BTC' },
    ]);
    expect(report['payouts']).toMatchObject([
      {
        id: order.payout,
        confirmations: 3,
        fee: { amount: '0.00001200' },
        expectedFee: { amount: '0.00000900' },
        variants: [
          { number: 1, purpose: 'payment', transaction: order.firstTransaction },
          { number: 2, purpose: 'payment', transaction: order.secondTransaction },
        ],
      },
    ]);
    expect(report['refunds']).toMatchObject([{ id: order.refund, acquirerRefund: order.acquirerRefund }]);
    expect(report['refundRequests']).toMatchObject([{ partner: 'shop', key: '7KQ2M4XD9TAB', reason: 'paid twice' }]);
    expect(report['disputes']).toMatchObject([
      { id: order.dispute, status: 'warned', amount: { amount: '40.00' }, ourAnswer: 'none' },
    ]);
    expect(report['judgements']).toMatchObject([{ outcome: 'clear', lists: 'ofac 2026-11-20 aaaaaaaaaaaa' }]);
    expect(report['alerts']).toMatchObject([{ kind: 'order', cause: 'Slow', facts: { reason: 'slow' } }]);
    expect(report['events']?.map(({ event }) => event)).toEqual([
      'payment_submitted',
      'payment_authorized',
      'payment_captured',
    ]);
    expect(report['events']?.at(-1)?.['facts']).toMatchObject({ units: '10000', acquirerFeeUnits: '175' });
    expect(report['journal']).toMatchObject([
      { step: 'start_conversion', outcome: 'unavailable', ms: 812, meaning: 'the vendor does not answer' },
    ]);
    const { orderNo } = await createTransferOrder();
    expect((await readReport(orderNo))['receipts']).toMatchObject([
      { amount: { amount: '100.00' }, counterpartyName: 'Anna Muster' },
    ]);
  });

  test('shows the network fee of a delivered order', async () => {
    const { orderNo, apply } = await createOrder();
    for (const [createEvent] of happyPath) {
      const { kind, facts } = createEvent('');
      await apply(kind, facts as never);
    }
    const shown = await showOrders(database, orderNo);
    expect(shown).toMatch(/payout_confirmed .* networkFee\.units=1500/s);
    expect((await readReport(orderNo)).events?.at(-1)).toMatchObject({
      facts: { networkFee: { units: '1500', decimals: 8 } },
    });
  });

  test('can print every event', () => {
    fc.assert(
      fc.property(anyEvent, ({ facts }) => {
        expect(formatPlainValue(facts)).not.toContain('undefined');
        expect(() => JSON.parse(formatJsonText(facts))).not.toThrow();
      }),
    );
  });

  test('fits a terminal, with a title for every section', async () => {
    const order = await createCardOrder();
    const bank = await createTransferOrder();
    for (const orderNo of [order.orderNo, bank.orderNo]) {
      const lines = (await showOrders(database, orderNo)).split('\n');
      expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
      expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual(
        Object.keys(await readReport(orderNo)).map((name) => formatLabel(name).toUpperCase()),
      );
    }
    const text = await showOrders(database, order.orderNo);
    for (const shown of ['100.00 EUR', order.secondTransaction, 'visa 4242', 'payment_captured', order.email])
      expect(text).toContain(shown);
  });

  test('never contains a secret', async () => {
    const { orderNo } = await createCardOrder();
    for (const format of ['text', 'json'])
      expect(await showOrders(database, orderNo, format)).not.toMatch(
        /ctoken|_secret|signed-bytes|submission|unsigned|addressMac|pm_1/,
      );
  });
});

test('shows an order whose payout paid a network fee', async () => {
  const { orderNo, apply } = await createOrder();
  const networkFee = { asset: BITCOIN.id, decimals: 8, units: 1_500n };
  await apply('payout_confirmed', { payoutId: 'pay_fee', transactionId: 'tx_fee', networkFee });
  expect(await showOrders(database, orderNo)).toContain('networkFee.units=1500');
  expect(await showOrders(database, orderNo, 'json')).toContain('"units": "1500"');
});

/** Returns a database that adds to `found` each table that PostgreSQL scans because it has no suitable index. */
function createScanRecorder(found: string[]): Database {
  type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] };
  const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  async function explainPlan(statement: Sql): Promise<void> {
    await database.transaction(async (transaction) => {
      await transaction.run(sql`set local enable_seqscan = off`);
      const { rows } = await transaction.executeSql(`explain (format json) ${statement.text}`, statement.values);
      const [{ 'QUERY PLAN': plans } = { 'QUERY PLAN': [] }] = rows as { 'QUERY PLAN': { Plan: Plan }[] }[];
      for (const { Plan: plan } of plans)
        for (const node of nodes(plan)) if (node['Node Type'] === 'Seq Scan') found.push(node['Relation Name'] ?? '');
    });
  }
  return {
    ...database,
    many: async (statement) => explainPlan(statement).then(() => database.many(statement)),
    one: async (statement) => explainPlan(statement).then(() => database.one(statement)),
    maybeOne: async (statement) => explainPlan(statement).then(() => database.maybeOne(statement)),
  };
}

test('uses an index for every search and section', async () => {
  const { orderNo, buyerId, email } = await createCardOrder();
  const found: string[] = [];
  await showOrders(createScanRecorder(found), orderNo);
  await createOrder({ buyerId });
  await showOrders(createScanRecorder(found), email);
  // The clock table has one row.
  expect(found.filter((table) => table !== 'clock')).toEqual([]);
});
