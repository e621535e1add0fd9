import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildRefundFileHaltScope, type HaltScope, setHalts } from '../../ledger/haltStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { waitForLock } from '../../platform/database/waitForLock.testing.ts';
import { absentAcquirer } from '../../providers/card/absentAcquirer.ts';
import { ok } from '../../providers/outcome.ts';
import { createTransferReference } from '../order/numbers/transferReference.ts';
import type { EventKind, FactsByKind } from '../order/orderEventKinds.ts';
import { silentStepContext } from '../order/silentStepContext.testing.ts';
import { runStep } from '../order/stepRunner/runStep.ts';
import { createEventApplier } from '../order/storedOrder.testing.ts';
import { sweepDeadlines } from '../order/sweeps/sweepOrders.ts';
import { listUnallocatedEntries } from '../payment/bankEntryStore.ts';
import { listUnsentRefunds } from './bankRefundStore.ts';
import { refundUnallocatedReceipt } from './refundUnallocatedReceipt.ts';
import { sendBankRefunds } from './sendBankRefunds.ts';
import { refundPayment } from './steps/refundPayment.ts';
import * as testBank from './testBank.testing.ts';

const { database } = await openOwnDatabase(6);
const { EURO, PAYER_ACCOUNT: PAYER } = testBank;
const createBank = () => testBank.createTestBank(database);
const bankOrder = (overrides: { readonly euroCents?: bigint } = {}) =>
  testBank.createTransferOrder(database, overrides);
const accounts = (orderId: number | null) => testBank.readOrderBalances(database, orderId);
const apply = <Kind extends EventKind>(orderId: number, kind: Kind, facts: FactsByKind<Kind>) =>
  createEventApplier(database, orderId)(kind, facts);
const refundIds = (orderId: number) => testBank.listRefundIds(database, orderId);
const refundId = (orderId: number) => testBank.findLargestRefundId(database, orderId);

describe('a bank transfer', () => {
  test('pays its order and is priced on arrival, with the agreed fees', async () => {
    const { orderId, reference, order } = await bankOrder();
    await createBank().deliverBookings({ remittance: `order ${reference}` });
    expect(await order()).toMatchObject({
      status: 'paid',
      exception: 'none',
      received: { units: 10_000n },
      receive: { units: 155_735n },
      price: '60724.6845',
      referencePrice: '60123.45',
    });
    expect(await accounts(orderId)).toEqual({ 'asset:bank': 10_000n, 'liability:buyer': -10_000n });
  });

  test('below the price waits for the rest, and both pay together', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 6_000n) });
    expect(await order()).toMatchObject({
      status: 'awaiting_payment',
      exception: 'underpaid',
      received: { units: 6_000n },
    });
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 4_000n) });
    expect(await order()).toMatchObject({ status: 'paid', exception: 'none', received: { units: 10_000n } });
  });

  test('above the price pays, and the surplus is returned to its account', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 12_500n) });
    expect(await order()).toMatchObject({ status: 'paid', exception: 'overpaid', surplus: { units: 2_500n } });
    await bank.requestRefunds(orderId);
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);
    expect(bank.sent[0]?.text).toContain(PAYER);
    expect(bank.sent[0]?.text).toContain('>25.00<');
    await bank.deliverBookings({
      direction: 'debit',
      endToEndId: await refundId(orderId),
      amount: createAmount(EURO, 2_500n),
    });
    expect(await order()).toMatchObject({
      status: 'paid',
      refunded: { units: 2_500n },
      surplusReturned: { units: 2_500n },
    });
    expect(await accounts(orderId)).toEqual({ 'asset:bank': 10_000n, 'liability:buyer': -10_000n });
  });

  test('is not refunded while refund files of its currency are halted', async () => {
    const { orderId, reference } = await bankOrder();
    const bank = createBank();
    const halt = (...scopes: HaltScope[]) =>
      database.transaction((transaction) => setHalts(transaction, 'difference:1', scopes));
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 12_500n) });
    await halt(buildRefundFileHaltScope('EUR'));
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent).toEqual([]);
    expect(
      await database.many(sql`select 1 from refunds where order_id = ${orderId} and batch_id is not null`),
    ).toEqual([]);
    await halt(buildRefundFileHaltScope('GBP'));
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);

    // Written before and not handed over yet.
    await database.run(sql`
      update transfer_batches set sent_at = null where id = (select batch_id from refunds where order_id = ${orderId})`);
    await halt(buildRefundFileHaltScope('EUR'));
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);
    await halt();
    await bank.runJobs();
    expect(bank.sent).toHaveLength(2);
  });

  test('waits, once refunded, for the end of its currency’s halt, then for the bank’s booking', async () => {
    const { orderId, reference } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    await apply(orderId, 'conversion_failed', { reason: 'market_closed' });
    const context = { ...silentStepContext, database, card: absentAcquirer };
    const waits = async (...scopes: HaltScope[]) => {
      await database.transaction((transaction) => setHalts(transaction, 'difference:1', scopes));
      await runStep(context, refundPayment, { orderId, subject: '' });
      const newest = await database.maybeOne<{ conclusion: string }>(
        sql`select conclusion from order_steps where order_id = ${orderId} order by id desc limit 1`,
      );
      return newest?.conclusion;
    };
    expect(await waits(buildRefundFileHaltScope('EUR'))).toBe('books_differ');
    expect(await waits()).toBe('bank_booking_pending');
  });

  test('that arrives late is refunded in full', async () => {
    const { orderId, reference, order } = await bankOrder();
    await database.run(sql`update orders set deadline_at = now() - interval '1 minute' where id = ${orderId}`);
    await sweepDeadlines({ ...silentStepContext, database, rules: { refundUnsentMs: null } });
    expect((await order()).status).toBe('expired');
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    expect(await order()).toMatchObject({ status: 'refunding', exception: 'paid_late' });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    await bank.deliverBookings({ direction: 'debit', endToEndId: await refundId(orderId) });
    expect((await order()).status).toBe('refunded');
    expect(await accounts(orderId)).toEqual({});
  });

  test('becomes a surplus when it arrives after the order was already paid, and the order continues', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    await bank.deliverBookings({ remittance: reference });
    expect(await order()).toMatchObject({ status: 'paid', received: { units: 20_000n }, surplus: { units: 10_000n } });
    expect(await accounts(orderId)).toEqual({
      'asset:bank': 20_000n,
      'liability:buyer': -10_000n,
      'liability:refund': -10_000n,
    });
  });

  test('in two parts below the price is refunded in two transfers after the payment window has closed', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings(
      { remittance: reference, amount: createAmount(EURO, 3_000n) },
      { remittance: reference, amount: createAmount(EURO, 2_000n) },
    );
    await database.run(sql`update orders set deadline_at = now() - interval '1 minute' where id = ${orderId}`);
    await sweepDeadlines({ ...silentStepContext, database, rules: { refundUnsentMs: null } });
    expect((await order()).status).toBe('refunding');
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    const ids = await refundIds(orderId);
    expect(ids).toHaveLength(2);
    await bank.deliverBookings({ direction: 'debit', endToEndId: ids[0] ?? '', amount: createAmount(EURO, 3_000n) });
    expect((await order()).status).toBe('refunding');
    await bank.deliverBookings({ direction: 'debit', endToEndId: ids[1] ?? '', amount: createAmount(EURO, 2_000n) });
    expect(await order()).toMatchObject({ status: 'refunded', refunded: { units: 5_000n } });
    expect(await accounts(orderId)).toEqual({});
  });

  test('in two files counts once', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    const entryId = randomUUID();
    await bank.deliverBookings({ entryId, remittance: reference, amount: createAmount(EURO, 5_000n) });
    await bank.deliverBookings({ entryId, remittance: reference, amount: createAmount(EURO, 5_000n) });
    expect((await order()).received.units).toBe(5_000n);
  });

  test('waits while there is no price, and is priced afterwards', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    bank.removePrice();
    await bank.deliverBookings({ remittance: reference });
    expect((await order()).received.units).toBe(0n);
    bank.restorePrice();
    await bank.runJobs();
    expect((await order()).status).toBe('paid');
  });

  test('above the identity limit waits for the document', async () => {
    const { reference, order } = await bankOrder({ euroCents: 70_001n });
    await createBank().deliverBookings({ remittance: reference });
    expect((await order()).status).toBe('awaiting_identity');
  });

  test('from another person’s account is held', async () => {
    const { reference, order } = await bankOrder();
    await createBank().deliverBookings({
      remittance: reference,
      counterparty: { name: 'BEN FISCHER', account: PAYER },
    });
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'payer_name', received: { units: 10_000n } });
  });

  test('puts the order on hold when its bank recalls it', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    await bank.deliverBookings({ direction: 'debit', reversal: true, remittance: reference });
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'transfer_recalled' });
  });

  test('is refunded less a part that its bank recalled', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    await apply(orderId, 'payment_recalled', { receiptId: 'recall', units: 4_000n });
    await apply(orderId, 'hold_refused', {});
    expect((await order()).status).toBe('refunding');
    await bank.requestRefunds(orderId);
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent.map(({ text }) => /<InstdAmt[^>]*>([\d.]+)</.exec(text)?.[1])).toEqual(['60.00']);
  });

  test('is refunded less the part that was recalled before the refund’s file was sent', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference });
    await apply(orderId, 'conversion_failed', { reason: 'market_closed' });
    await bank.requestRefunds(orderId);
    const former = await refundId(orderId);
    const { transferRelease } = bank.context;
    const waiting = async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: 'a test' }) as const;
    bank.context.transferRelease = { ...transferRelease, release: waiting };
    await bank.runJobs();
    const amount = createAmount(EURO, 4_000n);
    await bank.deliverBookings({ direction: 'debit', reversal: true, remittance: reference, amount });
    expect((await order()).status).toBe('on_hold');
    bank.signerRefusals.set(former, 'not_owed');
    const refusing = async () => ok(new Map([[former, 'not_owed' as const]]));
    bank.context.transferRelease = { ...transferRelease, release: refusing };
    await bank.runJobs();
    bank.context.transferRelease = transferRelease;
    await apply(orderId, 'hold_refused', {});
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    await bank.runJobs();
    expect(bank.sent.map(({ text }) => /<InstdAmt[^>]*>([\d.]+)</.exec(text)?.[1])).toEqual(['60.00']);
  });

  test('to a frozen order is not refunded before the freeze ends, nor is its surplus', async () => {
    const { orderId, reference } = await bankOrder();
    const bank = createBank();
    await database.run(sql`update orders set frozen = true where id = ${orderId}`);
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 12_500n) });
    await apply(orderId, 'conversion_failed', { reason: 'market_closed' });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent).toEqual([]);
    await apply(orderId, 'unfrozen', {});
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);
  });

  test('is refunded in no file before a freeze ends, even if the refund was requested before the freeze', async () => {
    const { orderId, reference } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 12_500n) });
    await bank.requestRefunds(orderId);
    expect(await refundIds(orderId)).toHaveLength(1);
    await apply(orderId, 'frozen', { reason: 'name_listed' });
    await bank.runJobs();
    expect(bank.sent).toEqual([]);
    await apply(orderId, 'unfrozen', {});
    await bank.runJobs();
    expect(bank.sent).toHaveLength(1);
  });

  test('is refunded after the others of a file if the signer withheld its refund from that file', async () => {
    const bank = createBank();
    const orders = [await bankOrder(), await bankOrder()];
    for (const { reference } of orders)
      await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 12_500n) });
    for (const { orderId } of orders) await bank.requestRefunds(orderId);
    const [first = '', second = ''] = await Promise.all(orders.map(({ orderId }) => refundId(orderId)));
    const release = async () => ok(new Map([[first, 'possibly_sent' as const]]));
    await sendBankRefunds({ ...bank.context, transferRelease: { ...bank.context.transferRelease, release } });
    expect((await listUnsentRefunds(database, 'EUR', 100)).map(({ id }) => id)).toEqual([second, first]);
  });

  test('is owed again when its refund is returned', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.deliverBookings({ remittance: reference, amount: createAmount(EURO, 11_000n) });
    await bank.requestRefunds(orderId);
    await bank.runJobs();
    const endToEndId = await refundId(orderId);
    await bank.deliverBookings({ direction: 'debit', endToEndId, amount: createAmount(EURO, 1_000n) });
    await bank.deliverBookings({ direction: 'credit', reversal: true, endToEndId, amount: createAmount(EURO, 1_000n) });
    expect(await order()).toMatchObject({
      surplus: { units: 1_000n },
      surplusReturned: { units: 0n },
      refunded: { units: 0n },
    });
    expect(await accounts(orderId)).toEqual({
      'asset:bank': 11_000n,
      'liability:buyer': -10_000n,
      'liability:refund': -1_000n,
    });
  });
});

describe('an unmatched payment', () => {
  test.each([
    ['no_reference', { remittance: 'thanks for everything' }],
    ['unknown_reference', { remittance: createTransferReference() }],
  ])('with %s is posted as unallocated, and raises an alert', async (reason, entry) => {
    const entryId = randomUUID();
    await createBank().deliverBookings({ entryId, ...entry });
    expect(await listUnallocatedEntries(database, 100)).toContainEqual(
      expect.objectContaining({ id: entryId, reason }),
    );
    const sums = await accounts(null);
    expect(sums['asset:bank'] ?? 0n).toBe(-(sums['liability:unallocated'] ?? 0n));
    const alert = await database.maybeOne(sql`select 1 from operator_alerts where key = ${`bank:${entryId}`}`);
    expect(alert).toBeDefined();
  });

  test('is returned at a person’s request although a file that reports it again is being imported', async () => {
    const entryId = randomUUID();
    await createBank().deliverBookings({ entryId, remittance: 'thanks for everything' });
    const { promise: isMarked, resolve: mark } = Promise.withResolvers<void>();
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const importing = database.transaction(async (transaction) => {
      await transaction.run(sql`update bank_entries set notified = true where id = ${entryId}`);
      mark();
      await isRead;
    });
    await isMarked;
    const returning = database.transaction((transaction) =>
      refundUnallocatedReceipt(transaction, entryId, { name: '', account: '' }),
    );
    await waitForLock(database).finally(read);
    await importing;
    expect(await returning).toMatchObject({ kind: 'ok' });
    // Later tests count the files that they send.
    await createBank().runJobs();
  });

  test('in the wrong currency is not applied to its order', async () => {
    const { reference, order } = await bankOrder();
    const entryId = randomUUID();
    await createBank().deliverBookings({
      entryId,
      remittance: reference,
      amount: createAmount(fiatAsset('CHF'), 10_000n),
    });
    expect((await order()).received.units).toBe(0n);
    expect(await listUnallocatedEntries(database, 100)).toContainEqual(
      expect.objectContaining({ id: entryId, reason: 'wrong_currency' }),
    );
  });
});
