import { rm } from 'node:fs/promises';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { findEntriesWhere } from '../../purchase/payment/bankEntryStore.ts';
import { createRefundId } from '../../purchase/refund/refundId.ts';
import { EURO, OWN_ACCOUNT } from '../../purchase/refund/testBank.testing.ts';
import { openReleaseWorld } from './releaseWorld.testing.ts';

const world = await openReleaseWorld();
const { database, handedOver, createPaidOrder, requestRefund, send, sentBefore, reportBookings } = world;
const OTHER = 'DE89370400440532013000';

afterAll(() => rm(world.files.folder, { recursive: true, force: true }));
beforeEach(async () => {
  handedOver.length = 0;
  sentBefore.length = 0;
  await database.run(sql`update refunds set has_creditor = false where status = 'requested'`);
});

let payers = 0;
/** Returns a payer with a new account, to which no other test sends transfers. */
function createPayerAccount(): { readonly name: string; readonly account: string } {
  payers += 1;
  const rest = `50010517${String(payers).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${rest}131400`) % 97n);
  return { name: 'Anna Weber', account: `DE${String(check).padStart(2, '0')}${rest}` };
}

/** Hands a file to the bank that is missing in the signer's record, as in the time that a restore has lost. */
function sendUnrecorded(id: string, account: string, units = 10_000n): void {
  const batchId = `SLP${createRefundId().slice(3, 19)}`;
  const transfer = { transferId: id, amount: createAmount(EURO, units), creditor: { name: 'Anna Weber', account } };
  const { bankFiles } = world.context;
  const file = bankFiles.writeTransfers({
    batchId,
    createdAt: new Date(),
    debtor: { name: 'Example', account: OWN_ACCOUNT, bankCode: '' },
    transfers: [{ ...transfer, remittance: 'Refund' }],
  });
  sentBefore.push({ name: `${batchId}.xml`, text: Buffer.from(file).toString() });
}

async function requestRefundTo(counterparty: { readonly name: string; readonly account: string }): Promise<string> {
  return requestRefund((await createPaidOrder({ counterparty })).orderId);
}

describe('a refund that was sent in the time lost by a restore is not sent again', () => {
  test('when its file exists, under its own id', async () => {
    const payer = createPayerAccount();
    const id = await requestRefundTo(payer);
    sendUnrecorded(id, payer.account);
    await send();
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['possibly_sent']);
    expect(handedOver).toEqual([]);
  });

  test('when its file exists, under an id that was lost too', async () => {
    const payer = createPayerAccount();
    sendUnrecorded(createRefundId(), payer.account);
    const id = await requestRefundTo(payer);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['possibly_sent']);
    expect(handedOver).toEqual([]);
  });

  test.each([true, false])('when the bank has booked it; under its own id: %s', async (isOwnId) => {
    const payer = createPayerAccount();
    const id = await requestRefundTo(payer);
    const endToEndId = isOwnId ? id : createRefundId();
    await reportBookings({ direction: 'debit', endToEndId, counterparty: payer, remittance: 'Refund' });
    await database.run(sql`update refunds set status = 'requested' where id = ${id}`);
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['possibly_sent']);
    expect(handedOver).toEqual([]);
  });
});

describe('a refund that was sent in the time lost by a restore is marked as paid', () => {
  const TRANSFER_OUT = { direction: 'debit', remittance: 'Refund' } as const;
  const bookingTo = async ({ account }: { readonly account: string }) => {
    const entries = await findEntriesWhere(database, sql`direction = 'debit' and status = 'unallocated'`);
    return entries.find(({ counterpartyAccount }) => counterpartyAccount === account)?.id ?? 'no such booking';
  };
  const openAlerts = (keys: readonly string[]) =>
    database.many(sql`select 1 from operator_alerts where key = any (${[...keys]}) and settled_at is null`);

  test.each([true, false])('by two people with the bank’s booking; under its own id: %s', async (isOwnId) => {
    const payer = createPayerAccount();
    const { orderId } = await createPaidOrder({ counterparty: payer });
    const id = await requestRefund(orderId);
    await reportBookings({ ...TRANSFER_OUT, endToEndId: isOwnId ? id : createRefundId(), counterparty: payer });
    await send();
    expect(await world.listAlertReasons(id)).toEqual(['possibly_sent']);
    const entry = await bookingTo(payer);
    expect(await world.requestAsAnna('transfer-booked', [id, entry])).toContain('second');
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'requested' });
    expect(await world.signBoth('transfer-booked', [id, entry])).toContain(
      `refund ${id} is settled with booking ${entry}`,
    );
    expect(await world.findRefundRow(id)).toEqual({ status: 'settled', batchId: null });
    expect(
      await database.one(sql`select status, refunded_units as "refundedUnits" from orders where id = ${orderId}`),
    ).toEqual({ status: 'refunded', refundedUnits: 10_000n });
    expect(await openAlerts([`bank:${entry}`, `refund:${id}:not_released:possibly_sent`])).toEqual([]);
    await send();
    expect(handedOver).toEqual([]);
    await expect(world.signBoth('transfer-booked', [id, entry])).rejects.toThrow('not waiting to be sent: settled');
  });

  test.each([
    ['of another amount', { amount: createAmount(EURO, 9_999n) }, 'is 99.99 EUR, but the refund is 100.00 EUR'],
    ['to another account', { counterparty: { name: '', account: OTHER } }, 'went to another account'],
    ['that names no account', { counterparty: { name: '', account: '' } }, 'went to another account'],
  ])('but not with a booking %s', async (_what, overrides, refusal) => {
    const remittance = `Refund ${createRefundId()}`;
    await reportBookings({ ...TRANSFER_OUT, ...overrides, remittance });
    const id = await requestRefundTo(createPayerAccount());
    const entry = (await findEntriesWhere(database, sql`direction = 'debit'`)).find(
      (one) => one.remittance === remittance,
    );
    await expect(world.signBoth('transfer-booked', [id, entry?.id ?? ''])).rejects.toThrow(refusal);
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'requested' });
  });

  test('but not with a credit, and only once with a booking', async () => {
    const payer = createPayerAccount();
    const first = await createPaidOrder({ counterparty: payer });
    const id = await requestRefund(first.orderId);
    const [receipt] = await findEntriesWhere(database, sql`order_id = ${first.orderId}`);
    await expect(world.signBoth('transfer-booked', [id, receipt?.id ?? ''])).rejects.toThrow('no booking');
    await reportBookings({ ...TRANSFER_OUT, endToEndId: createRefundId(), counterparty: payer });
    const entry = await bookingTo(payer);
    const other = await requestRefundTo(payer);
    await world.signBoth('transfer-booked', [id, entry]);
    await expect(world.signBoth('transfer-booked', [other, entry])).rejects.toThrow(
      `no booking ${entry} that is unmatched`,
    );
    expect(await world.findRefundRow(other)).toMatchObject({ status: 'requested' });
  });

  test('and becomes failed, with its order on hold, when the transfer comes back', async () => {
    const payer = createPayerAccount();
    const { orderId } = await createPaidOrder({ counterparty: payer });
    const id = await requestRefund(orderId);
    const reference = createRefundId();
    await reportBookings({ ...TRANSFER_OUT, endToEndId: reference, reference, counterparty: payer });
    await world.signBoth('transfer-booked', [id, await bookingTo(payer)]);
    await reportBookings({
      reversal: true,
      returnReason: 'AC04',
      endToEndId: reference,
      reference,
      counterparty: payer,
    });
    expect(await world.findRefundRow(id)).toMatchObject({ status: 'failed' });
    expect(await database.one(sql`select status from orders where id = ${orderId}`)).toEqual({ status: 'on_hold' });
  });
});

describe('a refund is sent', () => {
  test('when an unrecorded transfer went to another account or had another amount', async () => {
    const payer = createPayerAccount();
    sendUnrecorded(createRefundId(), OTHER);
    sendUnrecorded(createRefundId(), payer.account, 9_999n);
    await requestRefundTo(payer);
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('when a transfer booked under a lost id has come back', async () => {
    const payer = createPayerAccount();
    const endToEndId = createRefundId();
    await reportBookings({ direction: 'debit', endToEndId, counterparty: payer, remittance: 'Refund' });
    await reportBookings({
      reversal: true,
      returnReason: 'AC04',
      endToEndId,
      counterparty: payer,
      remittance: 'Refund',
    });
    await requestRefundTo(payer);
    await send();
    expect(handedOver).toHaveLength(1);
  });

  test('when another refund of the same amount to the same account was recorded', async () => {
    const payer = createPayerAccount();
    await requestRefundTo(payer);
    await send();
    await requestRefundTo(payer);
    await send();
    expect(handedOver).toHaveLength(2);
  });
});
