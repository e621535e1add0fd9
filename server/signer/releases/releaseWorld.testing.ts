import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { createCommandRunner, parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import type { CardPayment } from '../../providers/card/cardPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { computeOrderSeal } from '../../purchase/order/orderSeal.ts';
import { noPayouts } from '../../purchase/order/silentStepContext.testing.ts';
import { sendBankRefunds } from '../../purchase/refund/sendBankRefunds.ts';
import {
  buildBankEntry,
  createTestBank,
  createTransferOrder,
  OWN_ACCOUNT,
} from '../../purchase/refund/testBank.testing.ts';
import { openBankFolder } from '../bankFiles/bankFileReader.testing.ts';
import { createMemoryJournal, createMemoryTable } from '../record/journal.testing.ts';
import { createSerialRunner } from '../serialRunner.ts';
import { findSignedRequests } from '../signedRequests/findSignedRequests.ts';
import { findVouches } from '../signedRequests/orderStatements.ts';
import { findRequestsToPayAccount } from '../signedRequests/requestRowStore.ts';
import { createMemoryRecord, orderSeal, RECORD_KEY } from '../signerWorld.testing.ts';
import { createPaidBackCalculator } from './paidBackCalculator.ts';
import { findRefundRows } from './releaseStore.ts';
import { createReleaseRecord, type Release } from './releases.ts';
import { createTransferRelease } from './releaseTransfers.ts';

/** Creates a release record in memory. `open` can be called again, as after a restart. */
export function createMemoryReleases(releases: Release[] = []) {
  let head: { readonly number: number; readonly mac: Buffer } | undefined;
  const headStore = {
    read: async () => head,
    save: async (next: { readonly number: number; readonly mac: Buffer }) => {
      head = next;
    },
  };
  const table = createMemoryTable(releases);
  return { releases, open: () => createReleaseRecord({ table, key: RECORD_KEY, headStore, ...createMemoryJournal() }) };
}

/**
 * Opens a world with buyers who paid by transfer, the bank's own files, the worker's tables, and a signer that releases
 * refunds.
 */
export async function openReleaseWorld() {
  const { database } = await openOwnDatabase(6);
  await seedConfiguration(database, []);
  const bank = createTestBank(database);
  const files = await openBankFolder();
  const payments = new Map<string, CardPayment>();
  const forms = createMemoryRecord();
  const record = await forms.open();
  const memory = createMemoryReleases();
  const releases = await memory.open();
  const bankReader = files.createReader();
  /** Files that were handed over in the time that a restore has lost. */
  const sentBefore: { readonly name: string; readonly text: string }[] = [];
  const handedOver: { readonly name: string; readonly text: string }[] = [];
  const state = { stopped: undefined as string | undefined };
  const requestContext = { database, rootKeys: testRootKeys, isSandbox: true, twoAboveEuroCents: 100_000n };
  const run = createCommandRunner({ ...bank.context, ...noPayouts });
  const context = {
    record,
    releases,
    runSerially: createSerialRunner(),
    card: {
      getPayment: async (id: string) => {
        const payment = payments.get(id);
        return payment ? ok(payment) : refused('not_found' as never);
      },
    },
    bank: bankReader,
    sumPaidBack: createPaidBackCalculator(releases, bankReader),
    listSignedRequests: async (account: string) =>
      findSignedRequests(requestContext, await findRequestsToPayAccount(database, account), {
        needsSecondApproval: true,
      }),
    findVouches: (orderNo: string) => findVouches(requestContext, orderNo),
    bankFiles: bank.context.bankFiles,
    exchange: {
      sendTransfers: async (name: string, bytes: Uint8Array) =>
        void handedOver.push({ name, text: Buffer.from(bytes).toString() }),
      readSent: async (isWanted: (name: string) => boolean) =>
        sentBefore.filter(({ name }) => isWanted(name)).map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
    },
    findRefundRows: (ids: readonly string[]) => findRefundRows(database, ids),
    findStopReason: async () => state.stopped,
    now: () => new Date(),
  };
  const transferRelease = createTransferRelease(context);
  bank.context.transferRelease = transferRelease;

  /** Writes a file with these bookings into the bank's folder, and delivers them to the worker too. Returns the bookings. */
  async function reportBookings(...bookings: readonly Partial<BankEntry>[]): Promise<readonly BankEntry[]> {
    return reportDifferentBookings(bookings, bookings);
  }

  /** Like {@link reportBookings}, but the worker's tables get different bookings than the bank reported. */
  async function reportDifferentBookings(
    reported: readonly Partial<BankEntry>[],
    believed: readonly Partial<BankEntry>[],
  ): Promise<readonly BankEntry[]> {
    const ids = reported.map(() => randomUUID());
    const entries = reported.map((each, index) => buildBankEntry({ entryId: ids[index] ?? '', ...each }));
    const statement = {
      statementId: randomUUID(),
      kind: 'notification',
      account: OWN_ACCOUNT,
      currency: 'EUR',
    } as const;
    const more = { sequenceNumber: null, pageNumber: null, balances: null, createdAt: '', entries };
    await files.writeBankFile(`${randomUUID()}.xml`, [{ ...statement, ...more }]);
    await bank.deliver({
      entries: believed.map((each, index) => buildBankEntry({ entryId: ids[index] ?? '', ...each })),
    });
    return entries;
  }

  return {
    database,
    bank,
    files,
    record,
    releases,
    rows: memory.releases,
    sentBefore,
    context,
    transferRelease,
    handedOver,
    payments,
    state,
    reportBookings,
    bankReader,
    /** Composes the waiting refunds into files and requests their release. */
    send: () => sendBankRefunds(bank.context),
    /** Like {@link send}, by a worker that submits a different file than it has stored. */
    sendAs: (forged: (file: Buffer) => string) =>
      sendBankRefunds({
        ...bank.context,
        transferRelease: {
          ...transferRelease,
          release: (id, file) => transferRelease.release(id, Buffer.from(forged(Buffer.from(file)))),
        },
      }),
    /** Creates a paid order of a hundred euros, sealed as the api seals it. */
    async createPaidOrder(overrides: Partial<BankEntry> = {}, believed: Partial<BankEntry> = overrides) {
      const { orderId, reference: printed, order: find } = await createTransferOrder(database);
      const reference = printed.replaceAll(' ', '');
      const remittance = reference;
      const [entry] = await reportDifferentBookings([{ remittance, ...overrides }], [{ remittance, ...believed }]);
      if (!entry) throw new Error('nothing was booked');
      const order = await find();
      await database.run(sql`update orders set seal = ${computeOrderSeal(orderSeal, order)} where id = ${orderId}`);
      const { orderNo } = order;
      return { orderId, orderNo, reference, entry };
    },
    /** Requests a refund of all money of the order; returns the refund's id. */
    async requestRefund(orderId: number): Promise<string> {
      await database.run(sql`update orders set status = 'refunding' where id = ${orderId}`);
      await bank.requestRefunds(orderId);
      const { id } = await database.one<{ id: string }>(
        sql`select id from refunds where order_id = ${orderId} and status = 'requested' order by created_at desc limit 1`,
      );
      return id;
    },
    /** Records coins signed for an order, with the proof of its money. */
    async recordSignedCoins(orderNo: string, proof: string): Promise<void> {
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
    /** Requests the command as anna and approves it as ben. */
    async signBoth(command: CommandName, args: readonly string[], options: Readonly<Record<string, string>> = {}) {
      return run('approve', [parseRequestNumber(await run(command, args, 'anna', options))], 'ben');
    },
    /** Requests the command as anna, without an approval. */
    requestAsAnna: (command: CommandName, args: readonly string[], options: Readonly<Record<string, string>> = {}) =>
      run(command, args, 'anna', options),
    findRefundRow: (id: string) =>
      database.one<{ status: string; batchId: string | null }>(
        sql`select status, batch_id as "batchId" from refunds where id = ${id}`,
      ),
    listAlertReasons: async (id: string) => {
      const rows = await database.many<{ reason: string }>(
        sql`select facts ->> 'reason' as reason from operator_alerts where kind = 'refund_not_released' and facts ->> 'refund' = ${id}`,
      );
      return rows.map(({ reason }) => reason);
    },
  };
}
