import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BankEntry, BankStatement } from '../providers/bank/bankPort.ts';
import { withCheckDigits } from '../purchase/order/transferReference.ts';
import { openBankFolder } from './bankSight.testing.ts';

const EUR = fiatAsset('EUR');
const REFERENCE = withCheckDigits('ABCDEFGHJKL');
const OTHER = withCheckDigits('MNPQRSTUVWX');

let folder: string;
let bankFolder: Awaited<ReturnType<typeof openBankFolder>>;

beforeEach(async () => {
  bankFolder = await openBankFolder();
  folder = bankFolder.folder;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const sight = () => bankFolder.sight();
const lay = (name: string, ...statements: BankStatement[]) => bankFolder.lay(name, statements);

function entry(entryId: string, units: bigint, some: Partial<BankEntry> = {}): BankEntry {
  const plain = {
    reference: '',
    transactionId: '',
    account: 'DE1',
    reversal: false,
    returnReason: '',
    bookedOn: '2026-03-01',
  };
  const texts = { endToEndId: '', remittance: REFERENCE, furtherText: '', batch: null, unitemised: 0 };
  const counterparty = { name: '', account: '' };
  return { entryId, direction: 'credit', amount: amountOf(EUR, units), ...plain, ...texts, counterparty, ...some };
}

function statementOf(entries: readonly BankEntry[], some: Partial<BankStatement> = {}): BankStatement {
  const numbers = { statementId: 'S', sequenceNumber: null, pageNumber: null, createdAt: '' };
  return { kind: 'notification', account: 'DE1', currency: 'EUR', balances: null, ...numbers, entries, ...some };
}

test('sums what has come with a reference, whether the file still lies there or was put away', async () => {
  const bank = sight();
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(0n);
  await lay('a.xml', statementOf([entry('1', 6_000n), entry('2', 4_000n), entry('3', 900n, { remittance: OTHER })]));
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(10_000n);
  await rename(join(folder, 'a.xml'), join(folder, 'done', 'a.xml'));
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(10_000n);
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(10_000n);
  expect(await bank.receivedWith(OTHER, 'EUR')).toBe(900n);
  expect(await bank.receivedWith(REFERENCE, 'USD')).toBe(0n);
});

test('a booking that is told again counts once: in another notification, in a statement, in the same file twice', async () => {
  const bank = sight();
  await lay('a.xml', statementOf([entry('1', 6_000n)]));
  await lay('b.xml', statementOf([entry('1', 6_000n), entry('2', 1_000n)]));
  await lay('c.xml', statementOf([entry('bank-1', 6_000n)], { kind: 'statement' }));
  await lay('d.xml', statementOf([entry('1', 6_000n)]));
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(7_000n);
});

test('what was taken back has not come', async () => {
  const back = entry('2', 6_000n, { direction: 'debit', reversal: true });
  await lay('a.xml', statementOf([entry('1', 6_000n), back]));
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(0n);
});

test('a transfer that names two orders pays the first alone', async () => {
  await lay('a.xml', statementOf([entry('1', 6_000n, { remittance: `${REFERENCE} ${OTHER}` })]));
  const bank = sight();
  expect([await bank.receivedWith(REFERENCE, 'EUR'), await bank.receivedWith(OTHER, 'EUR')]).toEqual([6_000n, 0n]);
});

test('a statement whose bookings do not make its balances counts for nothing', async () => {
  const balances = {
    opening: amountOf(EUR, 0n),
    closing: amountOf(EUR, 6_000n),
    closedOn: '2026-03-01',
    later: [],
    foretold: [],
  };
  await lay('forged.xml', statementOf([entry('1', 9_000n)], { kind: 'statement', balances }));
  const bank = sight();
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(0n);
  await lay('sound.xml', statementOf([entry('1', 6_000n)], { kind: 'statement', balances }));
  expect(await bank.receivedWith(REFERENCE, 'EUR')).toBe(6_000n);
});

test('a booking without a reference is found by its id, also with the day behind it', async () => {
  const nameless = { remittance: 'thank you' };
  const back = entry('B', 5_000n, { ...nameless, direction: 'debit', reversal: true });
  await lay(
    'a.xml',
    statementOf([entry('A', 6_000n, nameless), entry('B', 5_000n, nameless), back, entry('C', 7_000n)]),
  );
  const bank = sight();
  const received = (id: string) => bank.receivedAs(id, 'EUR');
  expect([await received('A'), await received('A@2026-03-01'), await received('A@2026-03-01:2')]).toEqual([
    6_000n,
    6_000n,
    6_000n,
  ]);
  expect([await received('B'), await received('C'), await received('D'), await bank.receivedAs('A', 'USD')]).toEqual([
    0n,
    0n,
    0n,
    0n,
  ]);
});

test('says of a credit whose account it came from, whom it named, and what a recall under another id has left of it', async () => {
  const payer = { name: 'ANNA', account: 'NL91ABNA0417164300' };
  await lay(
    'a.xml',
    statementOf([
      entry('A', 6_000n, { counterparty: payer }),
      entry('B', 5_000n, { remittance: '', transactionId: 'T1' }),
      entry('C', 1_000n, { remittance: '', transactionId: 'T1', direction: 'debit', reversal: true }),
      entry('D', 2_000n, { remittance: '', reversal: true }),
    ]),
  );
  const bank = sight();
  expect(await bank.creditOf('A')).toEqual({
    currency: 'EUR',
    units: 6_000n,
    account: payer.account,
    reference: REFERENCE,
  });
  expect(await bank.creditOf('B')).toMatchObject({ units: 4_000n, account: '', reference: '' });
  // A debit is none, and what the bank itself brought back is nobody's money to give back.
  expect([await bank.creditOf('C'), await bank.creditOf('D'), await bank.creditOf('E')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('files that are no statements, or are not there, are passed by', async () => {
  await writeFile(join(folder, 'note.txt'), 'broken');
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(0n);
  await rm(folder, { recursive: true });
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(0n);
});
