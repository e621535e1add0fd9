import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { addCheckDigits } from '../../purchase/order/numbers/transferReference.ts';
import { openBankFolder } from './bankFileReader.testing.ts';

const EUR = fiatAsset('EUR');
const REFERENCE = addCheckDigits('ABCDEFGHJKL');
const OTHER = addCheckDigits('MNPQRSTUVWX');
const STATEMENT = { kind: 'statement' } as const;

let folder: string;
let bankFolder: Awaited<ReturnType<typeof openBankFolder>>;

beforeEach(async () => {
  bankFolder = await openBankFolder();
  folder = bankFolder.folder;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const createReader = () => bankFolder.createReader();
const writeStatements = (name: string, ...statements: BankStatement[]) => bankFolder.writeBankFile(name, statements);

function entry(entryId: string, units: bigint, overrides: Partial<BankEntry> = {}): BankEntry {
  const plain = {
    reference: '',
    transactionId: '',
    account: 'DE1',
    reversal: false,
    returnReason: '',
    bookedOn: '2026-03-01',
  };
  const texts = { endToEndId: '', remittance: REFERENCE, furtherText: '', batch: null, unitemized: 0 };
  const counterparty = { name: '', account: '' };
  return {
    entryId,
    direction: 'credit',
    amount: createAmount(EUR, units),
    ...plain,
    ...texts,
    counterparty,
    ...overrides,
  };
}

function createStatement(entries: readonly BankEntry[], overrides: Partial<BankStatement> = {}): BankStatement {
  const numbers = { statementId: 'S', sequenceNumber: null, pageNumber: null, createdAt: '' };
  return { kind: 'notification', account: 'DE1', currency: 'EUR', balances: null, ...numbers, entries, ...overrides };
}

test('sums the credits with a reference, only from files directly in the bank’s folder', async () => {
  const bank = createReader();
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(0n);
  await writeStatements(
    'a.xml',
    createStatement([entry('1', 6_000n), entry('2', 4_000n), entry('3', 900n, { remittance: OTHER })]),
  );
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(10_000n);
  // A folder inside it may be the worker's.
  await mkdir(join(folder, 'done'));
  await writeStatements(join('done', 'forged.xml'), createStatement([entry('4', 50_000n)]));
  expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(10_000n);
  expect(await bank.sumReceived(OTHER, 'EUR')).toBe(900n);
  expect(await bank.sumReceived(REFERENCE, 'USD')).toBe(0n);
});

test('counts a booking once, although another notification, a statement or the same file repeats it', async () => {
  const bank = createReader();
  await writeStatements('a.xml', createStatement([entry('1', 6_000n)]));
  await writeStatements('b.xml', createStatement([entry('1', 6_000n), entry('2', 1_000n)]));
  await writeStatements('c.xml', createStatement([entry('bank-1', 6_000n)], { kind: 'statement' }));
  await writeStatements('d.xml', createStatement([entry('1', 6_000n)]));
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(7_000n);
});

test('credits no order from an unitemized collective booking, even if its text names one', async () => {
  await writeStatements('a.xml', createStatement([entry('1', 6_000n, { unitemized: 2 }), entry('2', 500n)]));
  const bank = createReader();
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(500n);
  expect(await bank.findCredit('1')).toMatchObject({ units: 6_000n, reference: '' });
});

test('deducts an unitemized debit whose text names the order', async () => {
  await writeStatements(
    'a.xml',
    createStatement([entry('1', 6_000n), entry('2', 6_000n, { direction: 'debit', unitemized: 2 })]),
  );
  expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
});

test('does not count a credit that was reversed', async () => {
  const back = entry('2', 6_000n, { direction: 'debit', reversal: true });
  await writeStatements('a.xml', createStatement([entry('1', 6_000n), back]));
  expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
});

test('credits only the first order when a transfer names two', async () => {
  await writeStatements('a.xml', createStatement([entry('1', 6_000n, { remittance: `${REFERENCE} ${OTHER}` })]));
  const bank = createReader();
  expect([await bank.sumReceived(REFERENCE, 'EUR'), await bank.sumReceived(OTHER, 'EUR')]).toEqual([6_000n, 0n]);
});

test('ignores a statement whose bookings do not match its balances', async () => {
  const balances = {
    opening: createAmount(EUR, 0n),
    closing: createAmount(EUR, 6_000n),
    closedOn: '2026-03-01',
    later: [],
    forecasts: [],
  };
  await writeStatements('forged.xml', createStatement([entry('1', 9_000n)], { kind: 'statement', balances }));
  const bank = createReader();
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(0n);
  await writeStatements('sound.xml', createStatement([entry('1', 6_000n)], { kind: 'statement', balances }));
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(6_000n);
});

test('ignores bookings of another account, named in the header or in a booking', async () => {
  await writeStatements('above.xml', createStatement([entry('1', 6_000n, { account: 'DE9' })], { account: 'DE9' }));
  await writeStatements(
    'at-booking.xml',
    createStatement([entry('2', 6_000n), entry('3', 6_000n, { account: 'DE9' })]),
  );
  const bank = createReader();
  expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(0n);
  expect(await bank.findCredit('2')).toBeUndefined();
});

describe('a recall', () => {
  const recall = (id: string, overrides: Partial<BankEntry> = {}) =>
    entry(id, 6_000n, { direction: 'debit', reversal: true, remittance: '', ...overrides });

  test('counts even if only the statement contains it', async () => {
    await writeStatements('notification.xml', createStatement([entry('1', 6_000n)]));
    await writeStatements(
      'statement.xml',
      createStatement([entry('bank-1', 6_000n), recall('bank-2', { remittance: REFERENCE })], STATEMENT),
    );
    expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
    expect(await createReader().findCredit('1')).toMatchObject({ units: 6_000n });
  });

  test.each([
    ['names the transfer', { transactionId: 'T1' }],
    ['has the id of the credit', { entryId: '1' }],
    ['names only the payer’s account', { counterparty: { name: '', account: 'NL91' } }],
    ['names neither transfer nor account', {}],
  ] as const)('without the order’s reference counts if it %s', async (_name, overrides) => {
    const credit = entry('1', 6_000n, { transactionId: 'T1', counterparty: { name: '', account: 'NL91' } });
    await writeStatements('a.xml', createStatement([credit, recall('2', overrides)]));
    expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
    expect(await createReader().findCredit('1')).toMatchObject({ units: 0n });
  });

  test.each([
    ['of another transfer', { transactionId: 'T2' }],
    ['of another payer', { counterparty: { name: '', account: 'NL92' } }],
    ['of another amount', { amount: createAmount(EUR, 5_999n) }],
    ['of another day, before the credit', { bookedOn: '2026-02-28' }],
    ['of another order', { remittance: OTHER }],
    ['that is an ordinary debit', { reversal: false }],
  ] as const)('%s does not reduce the credit', async (_name, overrides) => {
    const credit = entry('1', 6_000n, { transactionId: 'T1', counterparty: { name: '', account: 'NL91' } });
    await writeStatements('a.xml', createStatement([credit, recall('2', overrides)]));
    expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(6_000n);
  });
});

describe('a credit', () => {
  const nameless = { remittance: 'thank you' };
  const payer = { counterparty: { name: 'ANNA', account: 'NL91ABNA0417164300' } };

  test('is found by its id, with or without the day in the id', async () => {
    await writeStatements('a.xml', createStatement([entry('A', 6_000n, { ...nameless, ...payer })]));
    const bank = createReader();
    const found = {
      ids: ['A@2026-03-01'],
      currency: 'EUR',
      units: 6_000n,
      account: 'NL91ABNA0417164300',
      reference: '',
    };
    for (const id of ['A', 'A@2026-03-01', 'A@2026-03-01:2']) expect(await bank.findCredit(id)).toEqual(found);
    // With another day, the id names no credit.
    for (const id of ['A@2026-03-02', 'A@2026-01-01', 'B']) expect(await bank.findCredit(id)).toBeUndefined();
  });

  test('is another credit when the id is used again on another day', async () => {
    await writeStatements('a.xml', createStatement([entry('A', 6_000n), entry('A', 500n, { bookedOn: '2026-03-09' })]));
    const bank = createReader();
    expect(await bank.findCredit('A')).toMatchObject({ ids: ['A@2026-03-01'], units: 6_000n });
    expect(await bank.findCredit('A@2026-03-09')).toMatchObject({ ids: ['A@2026-03-09'], units: 500n });
  });

  test('is one credit, found by both ids, when a notification and a statement name it differently', async () => {
    await writeStatements('a.xml', createStatement([entry('A', 6_000n, { ...nameless, ...payer })]));
    const dated = { ...nameless, ...payer, bookedOn: '2026-03-02' };
    await writeStatements('b.xml', createStatement([entry('B', 6_000n, dated), entry('C', 6_000n, dated)], STATEMENT));
    const bank = createReader();
    const ids = ['B@2026-03-02', 'A@2026-03-01'];
    expect(await bank.findCredit('A')).toMatchObject({ ids });
    expect(await bank.findCredit('B')).toMatchObject({ ids });
    // The statement contains two such credits. The notification is about one of them.
    expect(await bank.findCredit('C')).toMatchObject({ ids: ['C@2026-03-02'] });
  });

  test('is not found for a returned transfer or a debit', async () => {
    await writeStatements(
      'a.xml',
      createStatement([
        entry('C', 1_000n, { direction: 'debit' }),
        entry('D', 2_000n, { remittance: '', reversal: true }),
      ]),
    );
    expect([await createReader().findCredit('C'), await createReader().findCredit('D')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('has the order reference that the payer entered, and its amount less a recall', async () => {
    await writeStatements(
      'a.xml',
      createStatement([
        entry('A', 6_000n),
        entry('B', 5_000n, { remittance: '', transactionId: 'T1' }),
        entry('C', 1_000n, { remittance: '', transactionId: 'T1', direction: 'debit', reversal: true }),
      ]),
    );
    expect(await createReader().findCredit('A')).toMatchObject({ reference: REFERENCE });
    expect(await createReader().findCredit('B')).toMatchObject({ units: 4_000n, account: '', reference: '' });
  });
});

describe('statement numbers', () => {
  const numbered = (
    sequenceNumber: number,
    day: string,
    entries: readonly BankEntry[],
    overrides: Partial<BankStatement> = {},
  ) =>
    createStatement(
      entries.map((each) => ({ ...each, bookedOn: day })),
      {
        ...STATEMENT,
        sequenceNumber,
        balances: { opening: null, closing: null, closedOn: day, later: [], forecasts: [] },
        ...overrides,
      },
    );
  const received = () => createReader().sumReceived(REFERENCE, 'EUR');
  const credit = entry('1', 6_000n);
  const other = (id: string) => entry(id, 100n, { remittance: OTHER });

  test('count all credits when they are consecutive, in any order of the files', async () => {
    await writeStatements('b.xml', numbered(8, '2026-03-02', [credit]));
    await writeStatements('a.xml', numbered(7, '2026-03-01', [other('2')]));
    await writeStatements('c.xml', numbered(9, '2026-03-03', [other('3')]));
    expect(await received()).toBe(6_000n);
  });

  test('exclude a credit while a missing statement may contain its recall', async () => {
    await writeStatements('a.xml', numbered(7, '2026-03-01', [credit]));
    await writeStatements('c.xml', numbered(9, '2026-03-03', [other('3')]));
    const bank = createReader();
    expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(0n);
    expect(await bank.isDoubtful(REFERENCE)).toBe(true);
    expect(await bank.findCredit('1')).toMatchObject({ isDoubtful: true });
    // The bank booked it after the missing statement.
    expect(await bank.sumReceived(OTHER, 'EUR')).toBe(100n);
    expect(await bank.isDoubtful(OTHER)).toBe(false);
    await writeStatements('b.xml', numbered(8, '2026-03-02', [other('2')]));
    expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(6_000n);
    expect(await bank.isDoubtful(REFERENCE)).toBe(false);
    expect((await bank.findCredit('1'))?.isDoubtful).toBeUndefined();
  });

  test('exclude a credit that only a notification contains while a statement is missing', async () => {
    await writeStatements('a.xml', numbered(7, '2026-03-01', [other('2')]));
    await writeStatements('n.xml', createStatement([entry('1', 6_000n, { bookedOn: '2026-03-02' })]));
    expect(await received()).toBe(6_000n);
    await writeStatements('c.xml', numbered(9, '2026-03-03', [other('3')]));
    expect(await received()).toBe(0n);
  });

  test('exclude both statements when a number is repeated with other content', async () => {
    await writeStatements('a.xml', numbered(7, '2026-03-01', [credit]));
    await writeStatements('b.xml', numbered(8, '2026-03-02', [other('2')]));
    await writeStatements('again.xml', numbered(7, '2026-03-01', [credit], { statementId: 'again' }));
    expect(await received()).toBe(6_000n);
    await writeStatements('forged.xml', numbered(7, '2026-03-01', [entry('1', 6_001n)]));
    expect(await received()).toBe(0n);
    expect(await createReader().sumReceived(OTHER, 'EUR')).toBe(100n);
  });

  test('are consecutive separately for each currency', async () => {
    await writeStatements('a.xml', numbered(7, '2026-03-01', [credit]));
    await writeStatements('b.xml', numbered(9, '2026-03-02', [], { currency: 'USD' }));
    expect(await received()).toBe(6_000n);
  });

  test.each<[string, readonly BankStatement[]]>([
    ['that restart with a year', [numbered(52, '2025-12-31', [credit]), numbered(1, '2026-01-02', [])]],
    ['that are made of days', [numbered(26_060, '2026-03-01', [credit]), numbered(26_068, '2026-03-09', [])]],
    [
      'of pages',
      [
        numbered(7, '2026-03-01', [credit], { pageNumber: 1 }),
        numbered(7, '2026-03-01', [other('2')], { pageNumber: 2 }),
        numbered(8, '2026-03-02', []),
      ],
    ],
    ['that the bank does not give', [numbered(7, '2026-03-01', [credit], { sequenceNumber: null })]],
  ])('%s show no missing statement', async (_name, statements) => {
    await writeStatements('a.xml', ...statements);
    expect(await received()).toBe(6_000n);
  });

  test('are not checked when the operator has configured that the bank skips some', async () => {
    await writeStatements('a.xml', numbered(7, '2026-03-01', [credit]));
    await writeStatements('c.xml', numbered(9, '2026-03-03', [other('3')]));
    const bank = bankFolder.createReader({ statementNumbers: 'ignored' });
    expect(await bank.sumReceived(REFERENCE, 'EUR')).toBe(6_000n);
    expect(await bank.isDoubtful(REFERENCE)).toBe(false);
  });

  test('count a statement that does not add up as missing', async () => {
    const balances = {
      opening: createAmount(EUR, 0n),
      closing: createAmount(EUR, 1n),
      closedOn: '2026-03-02',
      later: [],
      forecasts: [],
    };
    await writeStatements('a.xml', numbered(7, '2026-03-01', [credit]));
    await writeStatements('b.xml', numbered(8, '2026-03-02', [other('2')], { balances }));
    await writeStatements('c.xml', numbered(9, '2026-03-03', [other('3')]));
    expect(await received()).toBe(0n);
  });
});

test('ignores files that are no statements, and a missing folder', async () => {
  await writeFile(join(folder, 'note.txt'), 'broken');
  expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
  await rm(folder, { recursive: true });
  expect(await createReader().sumReceived(REFERENCE, 'EUR')).toBe(0n);
});
