import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { approveAs, requestAs } from '../../operator/persons/testPersons.testing.ts';
import type { TransferReport } from '../../providers/bank/transferReports.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { computeOrderSeal } from '../../purchase/order/orderSeal.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { insertBankRefund, setCreditor } from '../../purchase/refund/bankRefundStore.ts';
import { sendBankRefunds } from '../../purchase/refund/sendBankRefunds.ts';
import { EURO, PAYER_ACCOUNT } from '../../purchase/refund/testBank.testing.ts';
import { orderSeal } from '../signerWorld.testing.ts';
import { judgeTransfer } from './judgeTransfer.ts';
import { openReleaseWorld } from './releaseWorld.testing.ts';

const world = await openReleaseWorld();
const { database, handedOver, createPaidOrder, requestRefund, send } = world;
const STRANGER = 'DE89370400440532013000';

afterAll(() => rm(world.files.folder, { recursive: true, force: true }));

beforeEach(async () => {
  handedOver.length = 0;
  world.state.stopped = undefined;
  // Refunds left by another test wait for their operator.
  await database.run(sql`update refunds set has_creditor = false where status = 'requested'`);
});

const setPayee = (id: string, account: string) => setCreditor(database, id, { name: 'Anna Weber', account });

describe('a refund', () => {
  test('goes to the account that paid, its file is handed over once, and another refund of the money is refused', async () => {
    const { orderId, reference, entry } = await createPaidOrder();
    const id = await requestRefund(orderId);
    await send();
    expect(handedOver).toHaveLength(1);
    expect(handedOver[0]?.text).toContain(PAYER_ACCOUNT);
    const { batchId } = await world.findRefundRow(id);
    expect(world.rows.slice(-2)).toMatchObject([
      {
        name: batchId,
        claims: [`refund ${id}`],
        content: { transfers: [{ refund: id, receipt: `${entry.entryId}@2026-11-21`, reference, units: '10000' }] },
      },
      { name: batchId, claims: [], content: { kind: 'handed-over' } },
    ]);
    // The exchange forgets its files once `sent/` is cleaned, but the signer does not.
    await database.run(sql`update transfer_batches set sent_at = null where id = ${batchId}`);
    await send();
    expect(handedOver).toHaveLength(1);
    // Another refund of the same money, as an attacker with write access to the database would insert it.
    await database.transaction((transaction) =>
      insertBankRefund(transaction, {
        id: 'RFDSECOND',
        orderId: null,
        receiptId: entry.entryId,
        purpose: 'surplus',
        amount: createAmount(EURO, 1n),
        creditorName: 'Anna Weber',
        creditorAccount: PAYER_ACCOUNT,
      }),
    );
    await send();
    expect(await world.listAlertReasons('RFDSECOND')).toEqual(['not_owed']);
    expect(handedOver).toHaveLength(1);
  });

  test('is handed over at the next attempt if the first hand-over of its file failed', async () => {
    await requestRefund((await createPaidOrder()).orderId);
    const { sendTransfers } = world.context.exchange;
    world.context.exchange.sendTransfers = () => Promise.reject(new Error('the disk is full'));
    await expect(send()).rejects.toThrow('the disk is full');
    world.context.exchange.sendTransfers = sendTransfers;
    await send();
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('is released only once for a booking, under any id of the booking', async () => {
    const { orderId, entry } = await createPaidOrder();
    const id = await requestRefund(orderId);
    await send();
    expect(handedOver).toHaveLength(1);
    expect(id).not.toBe('');
    for (const receiptId of [
      `${entry.entryId}@2026-11-21`,
      `${entry.entryId}@2026-11-21:2`,
      `${entry.entryId}@2026-01-02`,
    ]) {
      const transfer = { id: `again ${receiptId}`, currency: 'EUR', units: 10_000n, account: PAYER_ACCOUNT };
      const row = { ...transfer, receiptId, orderNo: null, isFrozen: false };
      const { kind } = await judgeTransfer(world.context, transfer, row, []);
      expect(kind).toBe('refused');
    }
  });

  test.each([
    ['to another account', {}, { counterparty: { name: 'S', account: STRANGER } }, 'account_unproved'],
    ['of more than came', { amount: createAmount(EURO, 9_999n) }, {}, 'not_owed'],
    ['in another currency', { amount: createAmount(fiatAsset('CHF'), 10_000n) }, {}, 'not_owed'],
  ] as const)(
    '%s is left out of the file with an alert, and the others are sent',
    async (_name, seen, believed, reason) => {
      const [one, other] = [await createPaidOrder(seen, believed), await createPaidOrder()];
      const wrong = await requestRefund(one.orderId);
      const right = await requestRefund(other.orderId);
      await send();
      await send();
      expect(await world.listAlertReasons(wrong)).toEqual([reason]);
      expect(await world.findRefundRow(wrong)).toMatchObject({ status: 'requested', batchId: null });
      expect(await world.findRefundRow(right)).toMatchObject({ status: 'pending' });
      expect(handedOver).toHaveLength(1);
    },
  );

  test('is not handed over in an altered file, and is requested again', async () => {
    const id = await requestRefund((await createPaidOrder()).orderId);
    world.state.stopped = 'a test';
    await send();
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'requested' });
    world.state.stopped = undefined;
    await world.sendAs((file) => file.toString().replaceAll(PAYER_ACCOUNT, STRANGER));
    expect(handedOver).toEqual([]);
    expect(await world.listAlertReasons(id)).toEqual(['account_unproved']);
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'requested', batchId: null });
    await world.sendAs((file) => `${file.toString()}\n`);
    expect(handedOver).toEqual([]);
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('whose order is frozen after its file was written is not handed over until the freeze ends', async () => {
    const [frozen, other] = [await createPaidOrder(), await createPaidOrder()];
    const id = await requestRefund(frozen.orderId);
    const otherId = await requestRefund(other.orderId);
    const release = async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: 'a test' }) as const;
    await sendBankRefunds({ ...world.bank.context, transferRelease: { ...world.transferRelease, release } });
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'pending' });
    await database.run(sql`update orders set frozen = true where id = ${frozen.orderId}`);
    await send();
    expect(handedOver).toEqual([]);
    expect(await world.listAlertReasons(id)).toEqual(['order_frozen']);
    expect(await world.findRefundRow(id)).toEqual({ status: 'requested', batchId: null });
    await send();
    expect(await world.findRefundRow(otherId)).toMatchObject({ status: 'pending' });
    expect(handedOver).toHaveLength(1);
    await database.run(sql`update orders set frozen = false where id = ${frozen.orderId}`);
    await send();
    expect(handedOver).toHaveLength(2);
  });

  test('waits while a person has stopped the signer', async () => {
    const id = await requestRefund((await createPaidOrder()).orderId);
    world.state.stopped = 'a person';
    await send();
    expect([handedOver.length, await world.listAlertReasons(id)]).toEqual([0, []]);
    world.state.stopped = undefined;
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('waits when a person stops the signer during the check or while the file is queued', async () => {
    const id = await requestRefund((await createPaidOrder()).orderId);
    const { findRefundRows } = world.context;
    let looks = 0;
    world.context.findRefundRows = async (ids) => {
      looks += 1;
      // Read once before the file is written, and once for the file.
      if (looks === 2) world.state.stopped = 'a person';
      return findRefundRows(ids);
    };
    await send();
    world.context.findRefundRows = findRefundRows;
    expect([looks, handedOver.length, await world.listAlertReasons(id)]).toEqual([2, 0, []]);
    world.state.stopped = undefined;
    const { promise: before, resolve: go } = Promise.withResolvers<void>();
    void world.context.runSerially(() => before);
    const released = world.transferRelease.release('a batch', Buffer.from('a file'));
    world.state.stopped = 'a person';
    go();
    expect(await released).toMatchObject({ kind: 'unavailable', detail: 'a person' });
    world.state.stopped = undefined;
    await send();
    expect(handedOver).toHaveLength(1);
  });
});

describe('money for which coins were signed', () => {
  test('is not paid back, except the surplus, until two people vouch that the coins have not left', async () => {
    const { orderId, orderNo, reference } = await createPaidOrder({ amount: createAmount(EURO, 10_500n) });
    await world.recordSignedCoins(orderNo, `bank ${reference}`);
    await world.bank.requestRefunds(orderId);
    await send();
    expect(handedOver).toHaveLength(1);
    expect(handedOver[0]?.text).toContain('>5.00<');
    handedOver.length = 0;
    const whole = await createPaidOrder();
    await world.recordSignedCoins(whole.orderNo, `bank ${whole.reference}`);
    const other = await requestRefund(whole.orderId);
    await send();
    expect(await world.listAlertReasons(other)).toEqual(['coins_signed']);
    await world.signBoth('vouch', [whole.orderNo, 'refund']);
    await send();
    expect(await world.findRefundRow(other)).toMatchObject({ status: 'pending' });
  });

  test('is not paid back although its order was sealed again for one cent', async () => {
    const { orderId, orderNo, reference, entry } = await createPaidOrder();
    await world.recordSignedCoins(orderNo, `bank ${reference}`);
    await database.run(sql`update orders set pay_units = 1 where id = ${orderId}`);
    const order = await findOrderById(database, orderId);
    if (!order) throw new Error('the order is gone');
    await database.run(sql`update orders set seal = ${computeOrderSeal(orderSeal, order)} where id = ${orderId}`);
    const transfer = { id: 'RFDCENT', currency: 'EUR', units: 9_999n, account: PAYER_ACCOUNT };
    const row = { ...transfer, receiptId: entry.entryId, orderNo, isFrozen: false };
    expect(await judgeTransfer(world.context, transfer, row, [])).toEqual(refused('coins_signed'));
  });

  test('is not paid back although the tables assign it to another order', async () => {
    const [mine, other] = [await createPaidOrder(), await createPaidOrder()];
    await world.recordSignedCoins(mine.orderNo, `bank ${mine.reference}`);
    const id = await requestRefund(mine.orderId);
    await database.run(sql`update refunds set order_id = ${other.orderId} where id = ${id}`);
    await database.run(sql`update orders set transfer_reference = 'RF00OTHER' where id = ${mine.orderId}`);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['coins_signed']);
    expect(handedOver).toEqual([]);
  });

  test('counts as paid back once its refund was released', async () => {
    const { orderId, reference } = await createPaidOrder();
    await requestRefund(orderId);
    await send();
    expect(await world.context.sumPaidBack({ receipts: [], reference }, 'EUR')).toBe(10_000n);
  });
});

describe('another account', () => {
  const there = { name: 'Anna Weber', account: STRANGER };

  test('needs two signatures for exactly this refund, which are used once', async () => {
    const { orderId } = await createPaidOrder({ counterparty: { name: '', account: '' } });
    const id = await requestRefund(orderId);
    await world.requestAsAnna('pay-to', [id], there);
    await setPayee(id, STRANGER);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['account_unproved']);
    await world.signBoth('pay-to', [id], there);
    await send();
    expect(handedOver[0]?.text).toContain(STRANGER);
    // Another payer's money, to the account that was signed for this.
    const other = await requestRefund((await createPaidOrder()).orderId);
    await setPayee(other, STRANGER);
    await send();
    expect(await world.listAlertReasons(other)).toEqual(['account_unproved']);
    expect(handedOver).toHaveLength(1);
  });

  test('receives a refund whose booking no file contains any more, after two signatures', async () => {
    const { orderId } = await createPaidOrder();
    const id = await requestRefund(orderId);
    await database.run(sql`update refunds set payment_id = 'long ago' where id = ${id}`);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['account_unproved']);
    await world.signBoth('pay-to', [id], there);
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('receives no refund of an order whose coins were signed, although its row names no order', async () => {
    const { orderId, orderNo } = await createPaidOrder();
    const id = await requestRefund(orderId);
    await database.run(sql`update refunds set payment_id = 'so long ago' where id = ${id}`);
    await world.recordSignedCoins(orderNo, 'words of two people');
    await world.signBoth('pay-to', [id], there);
    const transfer = { id, currency: 'EUR', units: 10_000n, account: STRANGER };
    const row = { id, receiptId: 'so long ago', orderNo: null, currency: 'EUR', units: 10_000n, isFrozen: false };
    expect(await judgeTransfer(world.context, transfer, row, [])).toEqual(refused('coins_signed'));
  });

  test('signed for a card order receives no money from the bank’s bookings', async () => {
    const mine = await createPaidOrder();
    await requestRefund(mine.orderId);
    const victims = await createPaidOrder();
    const id = await requestRefund(victims.orderId);
    const requestId = await requestAs(database, { action: 'refund-by-bank', subject: mine.orderNo, input: there });
    await approveAs(database, requestId, 'ben');
    expect(
      await judgeTransfer(
        world.context,
        { id, currency: 'EUR', units: 10_000n, account: STRANGER },
        {
          id,
          receiptId: victims.entry.entryId,
          orderNo: mine.orderNo,
          currency: 'EUR',
          units: 10_000n,
          isFrozen: false,
        },
        [],
      ),
    ).toEqual(refused('account_unproved'));
  });

  test('receives a card order’s refund that two people signed, up to what was captured and not refunded', async () => {
    const { orderId, orderNo } = await createPaidOrder();
    const id = await requestRefund(orderId);
    await setPayee(id, STRANGER);
    await database.run(sql`update refunds set payment_id = 'pi_1' where id = ${id}`);
    const euros = (units: bigint) => createAmount(EURO, units);
    const taken = { paymentId: 'pi_1', orderNo, attemptId: '', status: 'captured', amount: euros(10_000n) } as const;
    world.payments.set('pi_1', { ...taken, capturedAmount: euros(10_000n), refundedAmount: euros(1n) });
    await database.run(sql`
      insert into operator_requests (action, subject, input, who, why, status, created_at)
      values ('refund-by-bank', ${orderNo}, ${JSON.stringify(there)}, 'anna', 'x', 'done', now())`);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['account_unproved']);
    await world.signBoth('refund-by-bank', [orderNo], there).catch(() => undefined);
    await database.run(sql`update operator_requests set status = 'done' where action = 'refund-by-bank'`);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['account_unproved', 'not_owed']);
    world.payments.set('pi_1', { ...taken, capturedAmount: euros(10_000n) });
    await send();
    expect(handedOver).toHaveLength(1);
  });
});

describe('a transfer that was returned or rejected', () => {
  async function sendRefund() {
    const paid = await createPaidOrder();
    const id = await requestRefund(paid.orderId);
    await send();
    const { batchId } = await world.findRefundRow(id);
    return { ...paid, id, batchId: batchId ?? '' };
  }

  const sumRefunded = (entryId: string) =>
    world.context.sumPaidBack({ receipts: [`${entryId}@2026-11-21`], reference: '' }, 'EUR');

  test('makes only the amount that the bank returned refundable again', async () => {
    const { id, entry } = await sendRefund();
    expect(await sumRefunded(entry.entryId)).toBe(10_000n);
    await world.reportBookings({ endToEndId: id, direction: 'debit' });
    await world.reportBookings({ endToEndId: id, amount: createAmount(EURO, 50_000n) });
    // A payer put the id into a transfer, but the bank does not call it a return.
    expect(await sumRefunded(entry.entryId)).toBe(10_000n);
    await world.reportBookings({ endToEndId: id, reversal: true, amount: createAmount(EURO, 9_900n) });
    expect(await sumRefunded(entry.entryId)).toBe(100n);
    await world.reportBookings({ endToEndId: id, reversal: true, amount: createAmount(EURO, 9_900n) });
    expect(await sumRefunded(entry.entryId)).toBe(0n);
  });

  test('makes a rejected amount refundable again, unless the transfer was booked', async () => {
    const [refusedOne, booked] = [await sendRefund(), await sendRefund()];
    const statusReason = { reason: 'AC04', bankText: '' };
    for (const { id, batchId } of [refusedOne, booked]) {
      const nothing = { status: '', reason: '', bankText: '' };
      await world.files.writeBankFile(`${id}-report.xml`, {
        reportId: id,
        createdAt: '2026-11-21T12:00:00Z',
        batchId,
        reportedMessageType: 'pain.001.001.09',
        file: nothing,
        blocks: [{ ...nothing, blockId: `${batchId}-1`, transfers: [{ ids: [id], status: 'RJCT', ...statusReason }] }],
      });
    }
    await world.reportBookings({ endToEndId: booked.id, direction: 'debit' });
    expect([await sumRefunded(refusedOne.entry.entryId), await sumRefunded(booked.entry.entryId)]).toEqual([
      0n,
      10_000n,
    ]);
  });

  const nothing = { status: '', reason: '', bankText: '' };
  const report = (batchId: string, overrides: Partial<TransferReport>) =>
    world.files.writeBankFile(`${randomUUID()}-report.xml`, {
      reportId: randomUUID(),
      createdAt: '2026-11-21T12:00:00Z',
      batchId,
      reportedMessageType: 'pain.001.001.09',
      file: nothing,
      blocks: [],
      ...overrides,
    });
  const buildTransferReport = (batchId: string, id: string, status: string) => ({
    blocks: [{ ...nothing, blockId: `${batchId}-1`, transfers: [{ ...nothing, ids: [id], status }] }],
  });

  test('makes nothing refundable again when reports contradict each other, in either order', async () => {
    for (const statuses of [
      ['RJCT', 'ACSC'],
      ['ACSC', 'RJCT'],
    ]) {
      const { id, batchId, entry } = await sendRefund();
      for (const status of statuses) await report(batchId, buildTransferReport(batchId, id, status));
      expect(await sumRefunded(entry.entryId)).toBe(10_000n);
    }
    const { id, batchId, entry } = await sendRefund();
    await report(batchId, buildTransferReport(batchId, id, 'RJCT'));
    await report(batchId, { file: { ...nothing, status: 'ACSC' } });
    expect(await sumRefunded(entry.entryId)).toBe(10_000n);
  });

  test('counts a rejection and the return of the same transfer once', async () => {
    const { id, batchId, entry } = await sendRefund();
    await report(batchId, buildTransferReport(batchId, id, 'RJCT'));
    await world.reportBookings({ endToEndId: id, reversal: true, amount: createAmount(EURO, 9_900n) });
    expect(await sumRefunded(entry.entryId)).toBe(100n);
  });

  test('makes nothing refundable again when the bank rejected the whole file but booked a transfer of it', async () => {
    const [paid, other] = [await createPaidOrder(), await createPaidOrder()];
    const [id, otherId] = [await requestRefund(paid.orderId), await requestRefund(other.orderId)];
    await send();
    const { batchId } = await world.findRefundRow(id);
    expect((await world.findRefundRow(otherId)).batchId).toBe(batchId);
    await report(batchId ?? '', { file: { ...nothing, status: 'RJCT' } });
    expect(await sumRefunded(paid.entry.entryId)).toBe(0n);
    await world.reportBookings({ endToEndId: otherId, direction: 'debit' });
    expect(await sumRefunded(paid.entry.entryId)).toBe(10_000n);
  });

  test('makes nothing refundable again on a report while a statement is missing that may contain the booking', async () => {
    const { id, batchId, entry } = await sendRefund();
    await report(batchId, buildTransferReport(batchId, id, 'RJCT'));
    expect(await sumRefunded(entry.entryId)).toBe(0n);
    const statement = (sequenceNumber: number, day: string) => ({
      statementId: randomUUID(),
      kind: 'statement' as const,
      account: 'DE1',
      currency: 'EUR',
      sequenceNumber,
      pageNumber: null,
      balances: null,
      createdAt: day,
      entries: [],
    });
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await world.files.writeBankFile('first.xml', [statement(1, day(1))]);
    await world.files.writeBankFile('third.xml', [statement(3, day(3))]);
    expect(await sumRefunded(entry.entryId)).toBe(10_000n);
    await world.files.writeBankFile('second.xml', [statement(2, day(2))]);
    expect(await sumRefunded(entry.entryId)).toBe(0n);
  });
});

test('a refund waits, without blocking others, while a missing statement may contain the recall of its receipt', async () => {
  const doubtful = await createPaidOrder();
  const statement = (sequenceNumber: number, closedOn: string) => ({
    statementId: randomUUID(),
    kind: 'statement' as const,
    account: doubtful.entry.account,
    currency: 'EUR',
    sequenceNumber,
    pageNumber: null,
    balances: null,
    createdAt: `${closedOn}T00:00:00Z`,
    entries: [],
  });
  const { bookedOn } = doubtful.entry;
  await world.files.writeBankFile('gap-first.xml', [statement(101, bookedOn)]);
  await world.files.writeBankFile('gap-third.xml', [statement(103, bookedOn)]);
  const later = await createPaidOrder({ bookedOn: '2099-01-01' });
  const [id, other] = [await requestRefund(doubtful.orderId), await requestRefund(later.orderId)];
  await send();
  expect(handedOver).toHaveLength(1);
  expect(handedOver[0]?.text).toContain(other);
  expect(handedOver[0]?.text).not.toContain(id);
  await world.files.writeBankFile('gap-second.xml', [statement(102, bookedOn)]);
  await send();
  expect(handedOver).toHaveLength(2);
  expect(handedOver[1]?.text).toContain(id);
});

test('refuses a file that is no file of transfers', async () => {
  expect(await world.transferRelease.release('SLPNOTHING', Buffer.from('nothing'))).toEqual(
    ok(new Map([['SLPNOTHING', 'not_written']])),
  );
});
