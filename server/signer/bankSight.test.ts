import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import type { BankEntry, BankStatement } from '../providers/bank/bankPort.ts';
import { withCheckDigits } from '../purchase/order/transferReference.ts';
import { createBankSight } from './bankSight.ts';

const EUR = fiatAsset('EUR');
const REFERENCE = withCheckDigits('ABCDEFGHJKL');
const OTHER = withCheckDigits('MNPQRSTUVWX');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-sight-'));
  await mkdir(join(folder, 'done'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The files hold their statements as JSON; reading a bank's own format has its own tests. */
function sight() {
  const files = {
    read: async (bytes: Uint8Array) => {
      const text = Buffer.from(bytes).toString();
      if (text === 'broken') return { kind: 'refused', reason: 'not_a_statement', detail: '' } as const;
      const value = JSON.parse(text, (name, each) =>
        name === 'units' ? BigInt(each as string) : each,
      ) as BankStatement[];
      return { kind: 'statements', value } as const;
    },
  };
  return createBankSight({ folders: [folder, join(folder, 'done')], files, log: createLog('silent') });
}

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

async function lay(name: string, ...statements: BankStatement[]): Promise<void> {
  const text = JSON.stringify(statements, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  await writeFile(join(folder, name), text);
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

test('files that are no statements, or are not there, are passed by', async () => {
  await writeFile(join(folder, 'note.txt'), 'broken');
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(0n);
  await rm(folder, { recursive: true });
  expect(await sight().receivedWith(REFERENCE, 'EUR')).toBe(0n);
});
