import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { createCommandRunner, requestIn } from '../operator/commandRunner.testing.ts';
import { testRootKeys } from '../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import type { Act } from '../platform/persons/rights.ts';
import type { BankEntry } from '../providers/bank/bankPort.ts';
import type { CardPayment } from '../providers/card/cardPort.ts';
import { ok, refused } from '../providers/outcome.ts';
import { sealOf } from '../purchase/order/orderSeal.ts';
import { noPayouts } from '../purchase/order/quietSteps.testing.ts';
import { sendBankRefunds } from '../purchase/refund/sendBankRefunds.ts';
import { bankOrder, createBank, entryOf, OWN_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { openBankFolder } from './bankSight.testing.ts';
import { givenBackBy } from './givenBack.ts';
import { memoryJournal } from './journal.testing.ts';
import { vouchesFor } from './orderWords.ts';
import { refundRows } from './releaseStore.ts';
import { createReleaseRecord, type Release } from './releases.ts';
import { createTransferRelease } from './releaseTransfers.ts';
import { requestsNaming } from './requestWordStore.ts';
import { saidByPersons } from './saidByPersons.ts';
import { memoryRecord, orderSeal, RECORD_KEY } from './signerWorld.testing.ts';
import { createTurns } from './turns.ts';

/** A table in memory, and its head. */
export function memoryReleases(releases: Release[] = []) {
  let head: { readonly number: number; readonly mac: Buffer } | undefined;
  const keeper = {
    read: async () => head,
    keep: async (next: { readonly number: number; readonly mac: Buffer }) => {
      head = next;
    },
  };
  const table = {
    insert: async (release: Release) => releases.push(release) > 0,
    newest: async () => releases.length,
    async *all() {
      yield releases;
    },
  };
  return { releases, open: () => createReleaseRecord({ table, key: RECORD_KEY, keeper, ...memoryJournal() }) };
}

/** Buyers who paid by transfer, the bank's own files, the worker's tables, and a signer that lets refunds go. */
export async function openReleaseWorld() {
  const { database } = await openOwnDatabase(6);
  await seedConfiguration(database, []);
  const bank = createBank(database);
  const files = await openBankFolder();
  const payments = new Map<string, CardPayment>();
  const forms = memoryRecord();
  const record = await forms.open();
  const memory = memoryReleases();
  const releases = await memory.open();
  const sight = files.sight();
  const handedOver: { readonly name: string; readonly text: string }[] = [];
  const state = { stopped: undefined as string | undefined };
  const words = { database, rootKeys: testRootKeys, isSandbox: true, twoAboveEuroCents: 100_000n };
  const run = createCommandRunner({ ...bank.context, ...noPayouts });
  const context = {
    record,
    releases,
    turns: createTurns(),
    card: {
      getPayment: async (id: string) => {
        const payment = payments.get(id);
        return payment ? ok(payment) : refused('not_found' as never);
      },
    },
    bank: sight,
    givenBack: givenBackBy(releases, sight),
    saidOf: async (account: string) =>
      saidByPersons(words, await requestsNaming(database, account), { takesTwo: true }),
    vouchesFor: (orderNo: string) => vouchesFor(words, orderNo),
    bankFiles: bank.context.bankFiles,
    exchange: {
      sendTransfers: async (name: string, bytes: Uint8Array) =>
        void handedOver.push({ name, text: Buffer.from(bytes).toString() }),
    },
    refundRows: (ids: readonly string[]) => refundRows(database, ids),
    stopped: async () => state.stopped,
    now: () => new Date(),
  };
  const transferRelease = createTransferRelease(context);
  bank.context.transferRelease = transferRelease;

  /** The bank's client lays down a file, and the worker reads it too. */
  async function books(...some: readonly Partial<BankEntry>[]): Promise<readonly BankEntry[]> {
    return booksAs(some, some);
  }

  /** As {@link books}, and the worker's tables have something else than the bank has said. */
  async function booksAs(
    some: readonly Partial<BankEntry>[],
    believed: readonly Partial<BankEntry>[],
  ): Promise<readonly BankEntry[]> {
    const ids = some.map(() => randomUUID());
    const entries = some.map((each, index) => entryOf({ entryId: ids[index] ?? '', ...each }));
    const statement = {
      statementId: randomUUID(),
      kind: 'notification',
      account: OWN_ACCOUNT,
      currency: 'EUR',
    } as const;
    const more = { sequenceNumber: null, pageNumber: null, balances: null, createdAt: '', entries };
    await files.lay(`${randomUUID()}.xml`, [{ ...statement, ...more }]);
    await bank.tells({ entries: believed.map((each, index) => entryOf({ entryId: ids[index] ?? '', ...each })) });
    return entries;
  }

  return {
    database,
    bank,
    files,
    record,
    releases,
    rows: memory.releases,
    context,
    transferRelease,
    handedOver,
    payments,
    state,
    books,
    sight,
    /** Composes what waits into files, and asks for them to be handed over. */
    send: () => sendBankRefunds(bank.context),
    /** As {@link send}, by a worker that hands in something else than it has stored. */
    sendAs: (forged: (file: Buffer) => string) =>
      sendBankRefunds({
        ...bank.context,
        transferRelease: {
          ...transferRelease,
          release: (id, file) => transferRelease.release(id, Buffer.from(forged(Buffer.from(file)))),
        },
      }),
    /** An order of a hundred euros, and its money; sealed as the api seals it. */
    async paidOrder(some: Partial<BankEntry> = {}, believed: Partial<BankEntry> = some) {
      const { orderId, reference: printed, order: find } = await bankOrder(database);
      const reference = printed.replaceAll(' ', '');
      const remittance = reference;
      const [entry] = await booksAs([{ remittance, ...some }], [{ remittance, ...believed }]);
      if (!entry) throw new Error('nothing was booked');
      const order = await find();
      await database.run(sql`update orders set seal = ${sealOf(orderSeal, order)} where id = ${orderId}`);
      const { orderNo } = order;
      return { orderId, orderNo, reference, entry };
    },
    /** All of its money is to go back: the refund's id. */
    async refundOf(orderId: number): Promise<string> {
      await database.run(sql`update orders set status = 'refunding' where id = ${orderId}`);
      await bank.refund(orderId);
      const { id } = await database.one<{ id: string }>(
        sql`select id from refunds where order_id = ${orderId} and status = 'requested' order by created_at desc limit 1`,
      );
      return id;
    },
    /** Coins were signed for an order, by whose money that was. */
    async signed(orderNo: string, proof: string): Promise<void> {
      await record.add({
        network: 'eip155:1',
        purpose: 'payment',
        payer: '0xTreasury',
        orderNos: [orderNo],
        payments: [{ orderNo, to: 'x', units: '1', currency: 'EUR', paidUnits: '10000' }],
        claims: [`eip155:1 0xTreasury nonce:${randomUUID()}`],
        inputs: [],
        proofs: [proof],
        euroCents: 1n,
        asset: 'x',
        units: 1n,
        unsigned: { kind: 'test' },
        transactionId: randomUUID(),
        bytes: '',
        signedAt: new Date(),
      });
    },
    /** Anna asks, and ben agrees. */
    async bothSay(command: Act, wordsOf: readonly string[], options: Readonly<Record<string, string>> = {}) {
      return run('approve', [requestIn(await run(command, wordsOf, 'anna', options))], 'ben');
    },
    /** Anna asks alone. */
    say: (command: Act, wordsOf: readonly string[], options: Readonly<Record<string, string>> = {}) =>
      run(command, wordsOf, 'anna', options),
    refundRow: (id: string) =>
      database.one<{ status: string; batchId: string | null }>(
        sql`select status, batch_id as "batchId" from refunds where id = ${id}`,
      ),
    alertsOf: async (id: string) => {
      const rows = await database.many<{ reason: string }>(
        sql`select facts ->> 'reason' as reason from operator_alerts where kind = 'refund_not_released' and facts ->> 'refund' = ${id}`,
      );
      return rows.map(({ reason }) => reason);
    },
  };
}
