import { randomUUID } from 'node:crypto';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration, setRow } from '../../configuration/changeConfiguration.ts';
import { readAccountBalances } from '../../ledger/ledgerStore.ts';
import { formatRequestTitle } from '../../operator/actions.ts';
import { parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { listSharePayments } from '../../partner/shareStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { applyEvent } from '../../purchase/order/machine/applyEvent.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { createUnmatchedLineFixtures } from '../../reconciliation/actions/manualBookings.testing.ts';
import { judgeSharePayment } from './sharePayment.ts';

const { database } = await openOwnDatabase(4);
const { createUnmatchedBooking } = createUnmatchedLineFixtures(database);
const EUR = fiatAsset('EUR');
/** A cent in the ledger's units. */
const CENT = 1_000_000n;

const run = (
  by: string,
  act: 'pay-shares' | 'approve' | 'book' | 'reverse-booking',
  args: readonly string[],
  options = {},
) => runCommand(createCommandContext(by, { database, options }), act, args);

/** Books a share payment: anna requests it, and ben approves. */
async function bookPayment(partner: string, entry: string, until = new Date().toISOString()): Promise<string> {
  return run('ben', 'approve', [parseRequestNumber(await run('anna', 'pay-shares', [partner, entry], { until }))]);
}

/** Creates a partner whose only delivered order has earned this share; returns the partner's id. */
async function createPartnerWithShare(cents: bigint): Promise<string> {
  const id = `p${randomUUID()}`;
  const fields = { name: 'A shop', kind: 'partner_site', origins: [], share: '0.01' };
  await database.transaction((transaction) =>
    setRow(transaction, { kind: 'partner', key: id, fields }, { who: 'dora', why: 'a test' }),
  );
  await deliverOrderWithShare(id, cents);
  return id;
}

/** Delivers an order that earns this share for the partner; returns the order's id. */
async function deliverOrderWithShare(partnerId: string, cents: bigint): Promise<number> {
  const order = await storeOrder(database, { partnerId, partnerShare: { ...exampleOrder.pay, units: cents } });
  for (const [event] of happyPath)
    await database.transaction((transaction) =>
      applyEvent(silentOrderMachine, transaction, order.id, event(randomUUID())),
    );
  return order.id;
}

/** Records that a dispute of the whole payment of a delivered order is lost. */
async function loseDispute(orderId: number): Promise<void> {
  const facts = { paymentId: 'pi_1', disputeId: 'dp_1', units: exampleOrder.pay.units };
  const event = { kind: 'dispute_lost', key: randomUUID(), facts } as const;
  await database.transaction((transaction) => applyEvent(silentOrderMachine, transaction, orderId, event));
}

/** Returns the account's balance in EUR, in cents. */
const balance = async (account: Parameters<typeof readAccountBalances>[1]) =>
  ((await readAccountBalances(database, account)).get(EUR.id) ?? 0n) / CENT;

/** Returns the sums of all accounts that affect the operator's result. */
const readResultAccounts = async () =>
  database.many(sql`
    select account, sum(units)::text as units from ledger_postings
    where account ~ '^(income:|expense:|trading$|fx$)' group by account order by account`);

beforeAll(async () => {
  await seedConfiguration(database, []);
});

describe('a bank booking that pays a partner’s share', () => {
  test('moves from unallocated to the partner’s account, without a change of the result', async () => {
    const partner = await createPartnerWithShare(500n);
    const entry = await createUnmatchedBooking('debit', 300n);
    const before = { owed: await balance('liability:partner'), bank: await balance('asset:bank') };
    const [open, result] = [await balance('liability:unallocated'), await readResultAccounts()];
    expect(await bookPayment(partner, entry)).toContain(`3.00 EUR of the shares of ${partner} are marked as paid`);
    expect((await balance('liability:partner')) - before.owed).toBe(300n);
    expect((await balance('liability:unallocated')) - open).toBe(-300n);
    // The debit of the bank account was already posted by the import of the statement.
    expect(await balance('asset:bank')).toBe(before.bank);
    expect(await readResultAccounts()).toEqual(result);
    expect(await listSharePayments(database, partner)).toMatchObject([
      { entryId: entry, units: 300n * CENT, who: 'anna', approvedBy: 'ben' },
    ]);
    const { approvedBy } = await database.one<{ approvedBy: string }>(sql`
      select approved_by as "approvedBy" from audit_trail
      where action = 'pay-shares' and subject = ${`partner ${partner}`}`);
    expect(approvedBy).toBe('ben');
  });

  test('is reversed by two people if it paid another partner, and can then be booked again', async () => {
    const [wrong, right] = [await createPartnerWithShare(300n), await createPartnerWithShare(300n)];
    const entry = await createUnmatchedBooking('debit', 300n);
    const owed = await balance('liability:partner');
    await bookPayment(wrong, entry);
    const output = await run('anna', 'reverse-booking', [`bank:${entry}:allocated`]);
    expect(await run('ben', 'approve', [parseRequestNumber(output)])).toContain('is reversed');
    expect(await listSharePayments(database, wrong)).toEqual([]);
    expect(await balance('liability:partner')).toBe(owed);
    expect(await bookPayment(right, entry)).toContain(`of the shares of ${right} are marked as paid`);
    expect((await balance('liability:partner')) - owed).toBe(300n);
    await expect(bookPayment(right, entry)).rejects.toThrow();
  });

  test('is rejected above the owed amount, after earlier payments too', async () => {
    const partner = await createPartnerWithShare(500n);
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 501n))).rejects.toThrow('is owed 5.00 EUR');
    await bookPayment(partner, await createUnmatchedBooking('debit', 200n));
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 301n))).rejects.toThrow('is owed 3.00 EUR');
    expect(await bookPayment(partner, await createUnmatchedBooking('debit', 300n))).toContain('are marked as paid');
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 1n))).rejects.toThrow('is owed 0.00 EUR');
  });

  test('pays only for deliveries before the given time, which must be a past time in UTC', async () => {
    const partner = await createPartnerWithShare(500n);
    const entry = await createUnmatchedBooking('debit', 500n);
    await expect(bookPayment(partner, entry, '2020-01-01T00:00:00Z')).rejects.toThrow('is owed 0.00 EUR');
    await expect(bookPayment(partner, entry, '2999-01-01T00:00:00Z')).rejects.toThrow('is in the future');
    await expect(bookPayment(partner, entry, 'yesterday')).rejects.toThrow('a time in UTC');
    await expect(bookPayment(partner, entry, '2026-02-30T25:00:00Z')).rejects.toThrow('a time in UTC');
    expect(await bookPayment(partner, entry)).toContain('are marked as paid');
  });

  test('is booked once, for one partner only', async () => {
    const [one, other] = [await createPartnerWithShare(500n), await createPartnerWithShare(500n)];
    const entry = await createUnmatchedBooking('debit', 400n);
    const outputs = [
      await run('anna', 'pay-shares', [one, entry], { until: new Date().toISOString() }),
      await run('anna', 'pay-shares', [other, entry], { until: new Date().toISOString() }),
    ];
    const approvals = await Promise.allSettled(
      outputs.map((each) => run('ben', 'approve', [parseRequestNumber(each)])),
    );
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(run('anna', 'book', [entry], { as: 'owner' })).rejects.toThrow('is not open');
    const booked = await createUnmatchedBooking('debit', 100n);
    await run('anna', 'book', [booked], { as: 'owner' });
    await expect(bookPayment(one, booked)).rejects.toThrow('is not open');
  });

  test('does not exceed the owed amount when two are approved at the same time', async () => {
    const partner = await createPartnerWithShare(500n);
    const until = new Date().toISOString();
    const requests = await Promise.all(
      [await createUnmatchedBooking('debit', 300n), await createUnmatchedBooking('debit', 300n)].map(async (entry) =>
        parseRequestNumber(await run('anna', 'pay-shares', [partner, entry], { until })),
      ),
    );
    const approvals = await Promise.allSettled(requests.map((request) => run('ben', 'approve', [request])));
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listSharePayments(database, partner)).toHaveLength(1);
  });

  test('excludes orders with a lost dispute, and deducts what was already paid for them', async () => {
    const partner = await createPartnerWithShare(0n);
    const [paid, unpaid] = [await deliverOrderWithShare(partner, 500n), await deliverOrderWithShare(partner, 300n)];
    await loseDispute(unpaid);
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 501n))).rejects.toThrow('is owed 5.00 EUR');
    await bookPayment(partner, await createUnmatchedBooking('debit', 500n));
    await loseDispute(paid);
    await deliverOrderWithShare(partner, 700n);
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 201n))).rejects.toThrow('is owed 2.00 EUR');
    expect(await bookPayment(partner, await createUnmatchedBooking('debit', 200n))).toContain('are marked as paid');
    await expect(bookPayment(partner, await createUnmatchedBooking('debit', 1n))).rejects.toThrow('is owed 0.00 EUR');
  });

  test('makes its amount owed again when the bank returns the payment, up to the paid amount', async () => {
    const partner = await createPartnerWithShare(500n);
    await bookPayment(partner, await createUnmatchedBooking('debit', 500n));
    await expect(bookPayment(partner, await createUnmatchedBooking('credit', 501n))).rejects.toThrow(
      'was paid 5.00 EUR',
    );
    expect(await bookPayment(partner, await createUnmatchedBooking('credit', 500n))).toContain('are owed to');
    expect(await bookPayment(partner, await createUnmatchedBooking('debit', 500n))).toContain('are marked as paid');
  });

  test('can be booked for a disabled partner, but not for an unknown one; an unknown booking is refused', async () => {
    const partner = await createPartnerWithShare(500n);
    await database.transaction((transaction) =>
      setRow(
        transaction,
        { kind: 'partner', key: partner, fields: { enabled: false } },
        { who: 'dora', why: 'a test' },
      ),
    );
    expect(await bookPayment(partner, await createUnmatchedBooking('debit', 500n))).toContain('are marked as paid');
    await expect(bookPayment('nobody', await createUnmatchedBooking('debit', 1n))).rejects.toThrow(
      'there is no partner nobody',
    );
    await expect(bookPayment(partner, 'nothing')).rejects.toThrow('there is no booking nothing');
  });

  test('needs another person’s approval of the signed amount', async () => {
    const partner = await createPartnerWithShare(500n);
    const entry = await createUnmatchedBooking('debit', 500n);
    const request = parseRequestNumber(
      await run('anna', 'pay-shares', [partner, entry], { until: new Date().toISOString() }),
    );
    await expect(run('anna', 'approve', [request])).rejects.toThrow('your own');
    expect(await listSharePayments(database, partner)).toEqual([]);
    const { input } = await database.one<{ input: Record<string, string> }>(
      sql`select input from operator_requests where id = ${Number(request)}`,
    );
    expect(input).toMatchObject({ entry, amount: '5.00 EUR', direction: 'debit' });
  });

  test('has another signed title if the bank returned it, and is refused under the title of the other direction', async () => {
    const partner = await createPartnerWithShare(500n);
    const [paid, returned] = [
      await createUnmatchedBooking('debit', 500n),
      await createUnmatchedBooking('credit', 500n),
    ];
    const until = new Date().toISOString();
    const readTitle = async (entry: string) => {
      const request = parseRequestNumber(await run('anna', 'pay-shares', [partner, entry], { until }));
      return formatRequestTitle(
        await database.one<RequestedAction>(
          sql`select action, subject, input from operator_requests where id = ${Number(request)}`,
        ),
      );
    };
    expect(await readTitle(paid)).toBe(`Record 5.00 EUR of the revenue share of partner ${partner} as paid`);
    await bookPayment(partner, paid);
    expect(await readTitle(returned)).toBe(`Record 5.00 EUR of the revenue share of partner ${partner} as returned`);
    const signed = { partnerId: partner, entryId: returned, until, amount: '5.00 EUR', direction: 'debit' };
    await expect(judgeSharePayment(database, signed, new Date())).rejects.toThrow('is a credit of 5.00 EUR');
  });
});
