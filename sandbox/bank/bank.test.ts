import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAmount } from '@slipway/money/amount.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  BankEntry,
  BankExchange,
  BankStatement,
  BankTransfer,
  ReportResult,
} from '../../server/providers/bank/bankPort.ts';
import { createFolderExchange } from '../../server/providers/bank/folder/folder.ts';
import { createIso20022Files } from '../../server/providers/bank/iso20022/iso20022.ts';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { createSandboxClock, type SandboxClock } from '../world/clock.ts';
import { createFaults, type Fault, type Faults, faultSchema } from '../world/faults.ts';
import { DEFAULT_PAYER, OPERATOR_ACCOUNT } from './bankAccounts.ts';
import { type BankStandIn, startBank } from './start.ts';
import { transferSchema } from './transferSchema.ts';

const files = createIso20022Files();
const EUR = { id: 'iso4217:EUR', code: 'EUR', decimals: 2 };

let reports: ReportResult[];
let folder: string;
let clock: SandboxClock;
let faults: Faults;
let bank: BankStandIn;
let exchange: BankExchange;

const createWorld = () => ({ dataDir: join(folder, 'bank'), clock, faults, productUrl: 'http://127.0.0.1:9' });
const filesFolder = () => join(folder, 'bank-files');
const folders = () => ({ filesFolder: filesFolder(), receivedFolder: join(folder, 'bank-received') });
const start = () => startBank(createWorld(), folders());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-bank-'));
  reports = [];
  clock = createSandboxClock();
  faults = createFaults();
  bank = await start();
  exchange = createFolderExchange({ folder: filesFolder(), group: 'no' });
});

afterEach(async () => {
  await bank.stop();
  await rm(folder, { recursive: true });
});

const send = (transfer: Record<string, unknown>) =>
  bank.receive(transferSchema.parse({ reference: 'SLIP-1', amount: '100.00', currency: 'EUR', ...transfer }));

const inject = (effect: Fault['effect'], more: Partial<Fault> = {}) =>
  faults.replace([faultSchema.parse({ standIn: 'bank', effect, ...more })]);

/** Lists the files in the folder. The adapter omits the bytes of a file that is too large, but the bank writes no such file. */
async function waitingFiles() {
  const waiting = await exchange.listStatements();
  return waiting.map(({ name, bytes }) => ({ name, bytes: bytes ?? new Uint8Array() }));
}

/** Reads the files in the folder like the product, and archives them. */
async function readAll(): Promise<BankEntry[]> {
  const entries: BankEntry[] = [];
  for (const { name, bytes } of await waitingFiles()) {
    const report = files.readReport(bytes);
    if (report) {
      reports.push(report);
      await exchange.settleStatement(name, 'done');
      continue;
    }
    const reading = files.readStatements(bytes);
    if (reading.kind !== 'ok') throw new Error(`${name}: ${reading.reason} ${reading.detail}`);
    entries.push(...reading.value.flatMap((statement) => statement.entries));
    await exchange.settleStatement(name, 'done');
  }
  return entries;
}

const summarize = ({ direction, reversal, amount, endToEndId, remittance }: BankEntry) =>
  `${direction}${reversal ? ' back' : ''} ${formatAmount(amount)} ${amount.asset.code} ${endToEndId || remittance}`;

/** Polls until this many entries have arrived. */
async function waitForEntries(count: number): Promise<BankEntry[]> {
  const entries: BankEntry[] = [];
  await waitFor(async () => {
    entries.push(...(await readAll()));
    if (entries.length < count) throw new Error(`${entries.length} entries so far`);
  });
  return entries;
}

const createRefund = (transferId: string, more: Partial<BankTransfer> = {}): BankTransfer => ({
  transferId,
  amount: { units: 2_500n, asset: EUR },
  creditor: DEFAULT_PAYER,
  remittance: `Refund ${transferId}`,
  ...more,
});

const orderTransfers = (batchId: string, ...transfers: BankTransfer[]) =>
  exchange.sendTransfers(
    `${batchId}.xml`,
    files.writeTransfers({ batchId, createdAt: clock.now(), debtor: OPERATOR_ACCOUNT, transfers }),
  );

const listOrderFiles = (place: string) => readdir(join(filesFolder(), 'orders', place));

describe('the bank and the product’s adapter, connected by the folder', () => {
  test('reports a payer without an account by name only', async () => {
    await send({ payerName: 'Sam Sample', payerAccount: '' });
    const [credit] = await readAll();
    expect(credit?.counterparty).toEqual({ name: 'Sam Sample', account: '' });
  });

  test('books a credit, its refund and the refund’s return', async () => {
    const transfer = await send({ reference: 'SLIP-A & <b>' });
    const [credit] = await readAll();
    expect(credit).toMatchObject({
      account: OPERATOR_ACCOUNT.account,
      direction: 'credit',
      reversal: false,
      amount: { units: 10_000n, asset: EUR },
      bookedOn: clock.now().toISOString().slice(0, 10),
      remittance: 'SLIP-A & <b>',
      counterparty: DEFAULT_PAYER,
    });
    expect(credit?.entryId).toContain(transfer.bankReference);

    inject('refund_rejected');
    await orderTransfers('batch-1', createRefund('refund-1', { creditor: credit?.counterparty ?? DEFAULT_PAYER }));
    const [debit, back] = await waitForEntries(2);
    expect(debit).toMatchObject({ direction: 'debit', reversal: false, endToEndId: 'refund-1' });
    expect(back).toMatchObject({ direction: 'credit', reversal: true, endToEndId: 'refund-1' });
    expect(back?.amount).toEqual(debit?.amount);
    expect([debit?.counterparty, back?.counterparty]).toEqual([DEFAULT_PAYER, DEFAULT_PAYER]);
    expect(new Set([credit, debit, back].map((entry) => entry?.entryId)).size).toBe(3);
    expect(bank.books()).toMatchObject({
      refunds: [{ endToEndId: 'refund-1', amount: '25.00', rejectedAt: expect.any(String) }],
      balances: { EUR: '100.00' },
    });
    expect(await listOrderFiles('done')).toEqual(['batch-1.xml']);
  });

  test('a bank statement repeats the bookings of its day', async () => {
    await send({ amount: '70', payerName: 'Somebody Else', payerAccount: 'gb82 west 1234 5698 7654 32' });
    await send({ amount: '12345', currency: 'JPY', reference: '' });
    await orderTransfers('batch-1', createRefund('refund-1'));
    const entries = await waitForEntries(3);
    expect(await bank.writeStatement()).toMatchObject({ bookings: 3 });
    const again = await readAll();
    expect(again.map(({ entryId }) => entryId).toSorted()).toEqual(entries.map(({ entryId }) => entryId).toSorted());
    expect(entries[0]?.counterparty).toEqual({ name: 'Somebody Else', account: 'GB82WEST12345698765432' });

    await send({ amount: '9.99', currency: 'GBP', reference: 'SLIP-G' });
    expect(await readAll()).toMatchObject([{ account: 'GB33BUKB20201555555555', remittance: 'SLIP-G' }]);

    clock.advance(86_400);
    await orderTransfers('batch-2', createRefund('refund-2'));
    await waitForEntries(1);
    await bank.writeStatement();
    expect((await readAll()).map(summarize)).toEqual(['debit 25.00 EUR refund-2']);
    await bank.writeStatement('2020-01-01');
    expect(await readAll()).toEqual([]);
  });

  test('executes a transfer only once if two files order it', async () => {
    await orderTransfers('batch-1', createRefund('refund-1'), createRefund('refund-2'));
    await orderTransfers('batch-2', createRefund('refund-2'), createRefund('refund-3'));
    expect((await waitForEntries(3)).map(summarize)).toEqual([
      'debit 25.00 EUR refund-1',
      'debit 25.00 EUR refund-2',
      'debit 25.00 EUR refund-3',
    ]);
    expect(bank.refunds().map(({ endToEndId }) => endToEndId)).toEqual(['refund-3', 'refund-2', 'refund-1']);
    expect(bank.books().balances).toEqual({ EUR: '-75.00' });
  });
});

describe('refuses a whole file for', () => {
  const buildValidFile = () =>
    new TextDecoder().decode(
      files.writeTransfers({
        batchId: 'b',
        createdAt: clock.now(),
        debtor: OPERATOR_ACCOUNT,
        transfers: [createRefund('r')],
      }),
    );

  test.each([
    ['a wrong sum', '<CtrlSum>25.00', '<CtrlSum>25.01', 'CtrlSum'],
    ['a wrong count', '<NbOfTxs>1', '<NbOfTxs>2', 'NbOfTxs'],
    ['an account that is not the operator’s', OPERATOR_ACCOUNT.account, 'NL91ABNA0417164300', 'is no account'],
    ['another version', '001.09', '001.03', 'xmlns'],
    ['an unknown element', '<PmtMtd>', '<Odd/><PmtMtd>', 'Odd'],
    ['a missing end', '</Document>', '', 'well-formed'],
  ])('%s', async (_fault, find, replace, reason) => {
    await writeFile(join(filesFolder(), 'orders', 'bad.xml'), buildValidFile().replace(find, replace));
    await waitFor(async () => expect(await listOrderFiles('refused')).toEqual(['bad.xml', 'bad.xml.txt']));
    expect(await readFile(join(filesFolder(), 'orders', 'refused', 'bad.xml.txt'), 'utf8')).toContain(reason);
    expect(bank.refunds()).toEqual([]);
  });
});

describe('an injected fault', () => {
  test('reports a booking twice with the same id', async () => {
    inject('notification_twice');
    await send({});
    await send({ reference: 'SLIP-2' });
    const entries = await readAll();
    expect(entries.map(summarize)).toEqual([
      'credit 100.00 EUR SLIP-1',
      'credit 100.00 EUR SLIP-1',
      'credit 100.00 EUR SLIP-2',
    ]);
    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(2);
  });

  test('delays only the notification of the transfer that it names', async () => {
    inject('notification_late', { subject: 'SLIP-LATE' });
    await send({ reference: 'SLIP-LATE' });
    await send({ reference: 'SLIP-SOON' });
    expect((await readAll()).map(summarize)).toEqual(['credit 100.00 EUR SLIP-SOON']);
    await bank.writeStatement();
    expect((await readAll()).map(summarize)).toEqual(['credit 100.00 EUR SLIP-LATE', 'credit 100.00 EUR SLIP-SOON']);
    expect(faults.list()).toHaveLength(1);
    faults.replace([]);
    expect((await waitForEntries(1)).map(summarize)).toEqual(['credit 100.00 EUR SLIP-LATE']);
  });

  test.each([
    ['EUR', 'USD', '10.50'],
    ['USD', 'EUR', '10.50'],
    ['JPY', 'KRW', '1050'],
    ['KWD', 'BHD', '1.050'],
  ])('books %s as %s', async (currency, booked, amount) => {
    inject('wrong_currency', { subject: 'SLIP-W' });
    await send({ reference: 'SLIP-OTHER' });
    const transfer = await send({ reference: 'SLIP-W', currency, amount });
    expect(transfer).toMatchObject({ currency: booked, amount });
    expect((await readAll()).map(summarize)).toEqual([
      'credit 100.00 EUR SLIP-OTHER',
      `credit ${amount} ${booked} SLIP-W`,
    ]);
  });

  test('recalls a transfer after the configured time', async () => {
    inject('payment_recalled', { size: 3_600 });
    await send({});
    expect((await readAll()).map(summarize)).toEqual(['credit 100.00 EUR SLIP-1']);
    clock.advance(3_601);
    const [back] = await waitForEntries(1);
    expect(back && summarize(back)).toBe('debit back 100.00 EUR SLIP-1');
    expect(back?.counterparty).toEqual(DEFAULT_PAYER);
    expect(bank.list()).toMatchObject([{ recalledAt: expect.any(String) }]);
    expect(bank.books().balances).toEqual({ EUR: '0.00' });
  });

  test('returns two executed refunds, and not the third', async () => {
    inject('refund_rejected', { times: 2 });
    await orderTransfers('batch-1', createRefund('refund-1'), createRefund('refund-2'), createRefund('refund-3'));
    expect((await waitForEntries(5)).map(summarize)).toEqual([
      'debit 25.00 EUR refund-1',
      'debit 25.00 EUR refund-2',
      'debit 25.00 EUR refund-3',
      'credit back 25.00 EUR refund-1',
      'credit back 25.00 EUR refund-2',
    ]);
    expect(bank.books().balances).toEqual({ EUR: '-25.00' });
  });
});

describe('bank statements', () => {
  /** Reads and archives the statements in the folder, file by file. */
  async function readStatements(): Promise<BankStatement[]> {
    const statements: BankStatement[] = [];
    for (const { name, bytes } of await waitingFiles()) {
      const reading = files.readStatements(bytes);
      if (reading.kind !== 'ok') throw new Error(reading.detail);
      statements.push(...reading.value.filter(({ kind }) => kind === 'statement'));
      await exchange.settleStatement(name, 'done');
    }
    return statements;
  }
  const describeStatement = ({ currency, sequenceNumber, balances, entries }: BankStatement) => {
    const [opening, closing] = [balances?.opening, balances?.closing].map((each) => each && formatAmount(each));
    return `${currency} ${sequenceNumber}: ${opening} to ${closing}, ${entries.length}`;
  };

  test('are numbered, and each opening balance is the previous closing balance', async () => {
    await send({ amount: '70' });
    await send({ amount: '9.99', currency: 'GBP' });
    await bank.writeStatement();
    await send({ amount: '5' });
    await bank.writeStatement();
    await bank.writeStatement();
    await send({ amount: '1' });
    clock.advance(86_400);
    await orderTransfers('batch-1', createRefund('refund-1'));
    await waitFor(() => expect(bank.refunds()).toHaveLength(1));
    await bank.writeStatement();
    expect((await readStatements()).map(describeStatement)).toEqual([
      'EUR 1: 0.00 to 70.00, 1',
      'GBP 1: 0.00 to 9.99, 1',
      'EUR 2: 70.00 to 75.00, 1',
      'EUR 3: 75.00 to 75.00, 0',
      'EUR 4: 75.00 to 51.00, 2',
    ]);
  });

  test('contain the injected errors, as notifications do', async () => {
    inject('foreign_account', { call: 'notification' });
    await send({});
    const [foreign] = await readAll();
    expect(foreign?.account).toBe('DE89370400440532013000');
    inject('broken_balance');
    await bank.writeStatement();
    const [broken] = await waitingFiles();
    const read = files.readStatements(broken?.bytes ?? new Uint8Array());
    expect(read.kind === 'ok' && read.value.map(describeStatement)).toEqual([
      expect.stringMatching(/^EUR \d+: [\d.]+ to [\d.]+\.01, /),
    ]);
    await exchange.settleStatement(broken?.name ?? '', 'refused', '');
    inject('statement_missing');
    await send({ amount: '5' });
    await bank.writeStatement();
    await send({ amount: '7' });
    await bank.writeStatement();
    expect((await readStatements()).map(describeStatement)).toEqual(['EUR 3: 105.00 to 112.00, 1']);
  });

  test('contain the end-to-end id that the payer chose, even if it is the id of a refund', async () => {
    await orderTransfers('batch-1', createRefund('refund-1'));
    await waitForEntries(1);
    await send({ endToEndId: 'mine' });
    inject('forged_ids');
    await send({});
    expect((await readAll()).map(({ endToEndId, reversal }) => [endToEndId, reversal])).toEqual([
      ['mine', false],
      ['refund-1', false],
    ]);
  });

  test('contain the reason why a transfer was returned', async () => {
    inject('refund_rejected', { word: 'AM09' });
    await orderTransfers('batch-1', createRefund('refund-1'));
    const [, back] = await waitForEntries(2);
    expect(back).toMatchObject({ reversal: true, returnReason: 'AM09', endToEndId: 'refund-1' });
  });
});

test('does not book a refused transfer, and reports it with the ids of the file that ordered it', async () => {
  inject('transfer_refused', { word: 'AC06' });
  await orderTransfers('batch-1', createRefund('refund-1'), createRefund('refund-2'));
  expect((await waitForEntries(1)).map(summarize)).toEqual(['debit 25.00 EUR refund-2']);
  await waitFor(async () => {
    await readAll();
    expect(reports).toHaveLength(1);
  });
  expect(reports[0]).toMatchObject({
    kind: 'ok',
    value: {
      batchId: 'batch-1',
      file: { status: 'PART' },
      blocks: [{ blockId: 'batch-1-1', transfers: [{ ids: ['refund-1'], status: 'RJCT', reason: 'AC06' }] }],
    },
  });
});

describe('a restart', () => {
  test('reports bookings that were not reported before it', async () => {
    inject('notification_late');
    await send({});
    await bank.stop();
    faults.replace([]);
    bank = await start();
    expect((await readAll()).map(summarize)).toEqual(['credit 100.00 EUR SLIP-1']);
    expect(bank.list()).toHaveLength(1);
  });

  test('reports bookings that were not reported before kill -9', async () => {
    await bank.stop();
    const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { startBank } = await import(${url('./start.ts')});
const { createSandboxClock } = await import(${url('../world/clock.ts')});
const { createFaults } = await import(${url('../world/faults.ts')});
const faults = createFaults();
faults.replace([{ standIn: 'bank', call: '', effect: 'notification_late', after: 0, times: 1 }]);
const world = { dataDir: ${JSON.stringify(createWorld().dataDir)}, clock: createSandboxClock(), faults, productUrl: '' };
const bank = await startBank(world, ${JSON.stringify(folders())});
await bank.receive({ reference: 'SLIP-K', amount: '1.00', currency: 'EUR', payerName: 'A', payerAccount: 'B1' });
process.stdout.write('booked');`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await readAll()).toEqual([]);
    bank = await start();
    expect((await readAll()).map(summarize)).toEqual(['credit 1.00 EUR SLIP-K']);
  });

  test('executes files that arrived while the bank was stopped, and no transfer twice', async () => {
    await orderTransfers('batch-1', createRefund('refund-1'));
    await waitForEntries(1);
    await bank.stop();
    const done = join(filesFolder(), 'orders', 'done', 'batch-1.xml');
    await writeFile(join(filesFolder(), 'orders', 'batch-1.xml'), await readFile(done));
    await orderTransfers('batch-2', createRefund('refund-2'));
    bank = await start();
    expect((await readAll()).map(summarize)).toEqual(['debit 25.00 EUR refund-2']);
    expect(bank.refunds()).toHaveLength(2);
  });

  test('accepts the state of an earlier version, which had only transfers', async () => {
    await bank.stop();
    const transfer = { id: '1', reference: 'OLD', amount: '5.00', currency: 'EUR', bookedAt: '2026-11-20T00:00:00Z' };
    await writeFile(join(folder, 'bank', 'bank.json'), JSON.stringify({ transfers: [transfer] }));
    bank = await start();
    expect(bank.list()).toMatchObject([transfer]);
    await send({});
    expect(await readAll()).toHaveLength(1);
  });
});
