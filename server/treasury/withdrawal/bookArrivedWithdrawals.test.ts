import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { computeSumChanges } from '../../ledger/sumChanges.testing.ts';
import { runWithWorker } from '../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext, requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeTreasuryRequests } from '../../operator/requests/executeTreasuryRequests.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Chain, IncomingAmount } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { createTransferOrder } from '../../purchase/refund/testBank.testing.ts';
import { unavailableSigner } from '../../signer/socket/unavailableSigner.ts';
import { bookArrivedWithdrawals } from './bookArrivedWithdrawals.ts';
import { trackWithdrawals } from './trackWithdrawals.ts';
import { insertWithdrawal, startSending, updateWithdrawalStatus } from './withdrawalStore.ts';

const { database } = await openOwnDatabase(6);
const { catalog } = seededSettings();
const btc = catalog.cryptos.get('BTC');
if (!btc) throw new Error('no bitcoin');
const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** The coins of each transaction, as the node reports them. */
const incomingByTransaction = new Map<string, Outcome<IncomingAmount, 'not_found'>>();
const chain = {
  network: btc.network.chain,
  name: 'Bitcoin',
  treasuryAddress: OWN,
  traits: { toComparableAddress: (address: string) => address.toLowerCase() },
  getIncoming: async (id: string) => incomingByTransaction.get(id) ?? refused('not_found' as const),
} as unknown as Chain;
const context = { database, catalog, chains: new Map([[btc.network.chain, chain]]), log: createLog('silent') };
const SATOSHI = 10n ** 10n;
const newTransaction = () => randomUUID().replaceAll('-', '').padEnd(64, 'a');

beforeAll(async () => {
  await seedConfiguration(database, []);
});

async function insertSentWithdrawal(transactionId: string, address = OWN): Promise<number> {
  const requestId = await requestAs(database, { action: 'allow-address', subject: 'x', input: {} });
  await database.run(sql`update operator_requests set status = 'done' where id = ${requestId}`);
  const id = await database.transaction((transaction) =>
    insertWithdrawal(transaction, requestId, {
      venue: 'fake',
      crypto: 'BTC',
      currency: 'BTC',
      amount: createAmount(btc?.asset ?? { id: '', code: '', decimals: 8 }, 50_000_000n),
      network: 'bitcoin',
      address,
    }),
  );
  await startSending(database, id);
  await updateWithdrawalStatus(database, id, 'sending', { status: 'taken', venueId: `F${id}` });
  await updateWithdrawalStatus(database, id, 'taken', { status: 'sent', transactionId });
  return id;
}

/** Inserts an order's payout with this signed transaction. */
async function insertPayout(transactionId: string): Promise<void> {
  const { orderId } = await createTransferOrder(database);
  const id = randomUUID();
  await database.run(sql`
    insert into payouts (id, batch_id, order_id, network, asset, from_address, to_address, units, status, transaction_id, decimals,
      fee_asset, fee_decimals, created_at, updated_at)
    values (${id}, ${id}, ${orderId}, ${chain.network}, ${btc?.asset.id ?? ''}, ${OWN}, 'bc1qbuyer', 1, 'reverted',
      ${transactionId}, 8, ${btc?.asset.id ?? ''}, 8, now(), now())`);
  await database.run(sql`
    insert into payout_variants (payout_id, number, unsigned, transaction_id, bytes, created_at)
    values (${id}, 1, '{}', ${transactionId}, '', now())`);
}

async function readBalances(): Promise<Record<string, bigint>> {
  const rows = await database.many<{ account: string; units: bigint }>(
    sql`select account, sum(units) as units from ledger_postings group by account having sum(units) <> 0`,
  );
  return Object.fromEntries(rows.map(({ account, units }) => [account, units / SATOSHI]));
}

const computeChanges = (work: () => Promise<unknown>) => computeSumChanges(readBalances, work);

async function readStatus(id: number): Promise<string> {
  const { status } = await database.one<{ status: string }>(sql`select status from withdrawals where id = ${id}`);
  return status;
}

async function topUp(transaction: string, options: Record<string, string> = {}, crypto = 'BTC'): Promise<string> {
  const given = {
    venue: { id: 'fake' },
    screening: { isDenied: () => false },
    rootKeys: testRootKeys,
    isSandbox: true,
  };
  return runWithWorker(
    runCommand(createCommandContext('anna', { database, options }), 'top-up', [crypto, transaction]),
    () => executeTreasuryRequests({ ...context, ...given }),
  );
}

describe('a sent withdrawal from the exchange', () => {
  test('is booked to the wallet once, with the chain’s amount, when its transaction is final', async () => {
    const transaction = newTransaction();
    const id = await insertSentWithdrawal(transaction);
    incomingByTransaction.set(transaction, ok({ units: 49_990_000n, final: false }));
    expect(await computeChanges(() => bookArrivedWithdrawals(context))).toEqual({});
    expect(await readStatus(id)).toBe('sent');
    incomingByTransaction.set(transaction, ok({ units: 49_990_000n, final: true }));
    const came = { 'asset:wallet': 49_990_000n, 'asset:transit': -49_990_000n };
    const twice = () => Promise.all([bookArrivedWithdrawals(context), bookArrivedWithdrawals(context)]);
    expect(await computeChanges(twice)).toEqual(came);
    expect(await readStatus(id)).toBe('arrived');
    await expect(topUp(transaction)).rejects.toThrow('already booked');
    await expect(topUp(`0x${transaction.toUpperCase()}`)).rejects.toThrow('already booked');
  });

  test('whose transaction brings no coins raises an alert and waits', async () => {
    const transaction = newTransaction();
    const id = await insertSentWithdrawal(transaction);
    incomingByTransaction.set(transaction, ok({ units: 0n, final: true }));
    expect(await computeChanges(() => bookArrivedWithdrawals(context))).toEqual({});
    expect(await readStatus(id)).toBe('sent');
    const alerts = await database.many(
      sql`select 1 from operator_alerts where key = ${`withdrawal:${id}:not_arrived`}`,
    );
    expect(alerts).toHaveLength(1);
  });

  test('that has not arrived after a day raises one alert', async () => {
    const id = await insertSentWithdrawal(newTransaction());
    const venue = { id: 'fake', listWithdrawals: async () => ok([]) };
    const { withdrawals: withdrawalRelease } = unavailableSigner;
    const late = () => database.many(sql`select 1 from operator_alerts where key = ${`withdrawal:${id}:late`}`);
    await trackWithdrawals({ ...context, venue, withdrawalRelease });
    expect(await late()).toEqual([]);
    await database.run(sql`update withdrawals set sending_at = sending_at - interval '25 hours' where id = ${id}`);
    await trackWithdrawals({ ...context, venue, withdrawalRelease });
    await trackWithdrawals({ ...context, venue, withdrawalRelease });
    expect(await late()).toHaveLength(1);
  });

  test('to another address than the treasury’s is not booked to the wallet', async () => {
    const id = await insertSentWithdrawal(newTransaction(), 'bc1qsomewhereelse');
    expect(await computeChanges(() => bookArrivedWithdrawals(context))).toEqual({});
    expect(await readStatus(id)).toBe('arrived');
  });
});

describe('coins received without an order', () => {
  test('are booked once with the chain’s amount, from the origin that the operator names', async () => {
    const [first, second] = [newTransaction(), newTransaction()];
    incomingByTransaction.set(first, ok({ units: 1_000n, final: true }));
    incomingByTransaction.set(second, ok({ units: 2_000n, final: true }));
    expect(await computeChanges(() => topUp(first))).toEqual({ 'asset:wallet': 1_000n, 'asset:transit': -1_000n });
    expect(await computeChanges(() => topUp(second, { from: 'owner' }))).toEqual({
      'asset:wallet': 2_000n,
      equity: -2_000n,
    });
    await expect(topUp(second)).rejects.toThrow('already booked');
  });

  test.each([
    ['is not final', ok({ units: 5n, final: false }), 'not final yet'],
    ['brings no coins', ok({ units: 0n, final: true }), 'brings no BTC'],
    ['the node does not know', refused('not_found' as const), 'has no transaction'],
  ])('are refused in a transaction that %s', async (_what, answer, message) => {
    const transaction = newTransaction();
    incomingByTransaction.set(transaction, answer);
    expect(await computeChanges(() => expect(topUp(transaction)).rejects.toThrow(message))).toEqual({});
  });

  test('are refused when a payout returned them as change', async () => {
    const transaction = newTransaction();
    incomingByTransaction.set(transaction, ok({ units: 5n, final: true }));
    await insertPayout(transaction);
    await expect(topUp(transaction)).rejects.toThrow('a payout of Slipway');
    incomingByTransaction.set(transaction.toUpperCase(), ok({ units: 5n, final: true }));
    await expect(topUp(transaction.toUpperCase())).rejects.toThrow('a payout of Slipway');
  });

  test('need a transaction, a known coin and a known origin', async () => {
    await expect(topUp('')).rejects.toThrow('give the transaction');
    await expect(topUp('x', {}, 'NOPE')).rejects.toThrow('no crypto NOPE');
    await expect(topUp('x', { from: 'mattress' })).rejects.toThrow('transit, owner');
  });
});
