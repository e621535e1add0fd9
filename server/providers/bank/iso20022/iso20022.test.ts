import { readFile } from 'node:fs/promises';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATOR_ACCOUNT } from '../../../../sandbox/bank/bankAccounts.ts';
import { renderCamt } from '../../../../sandbox/bank/camtFiles.ts';
import { parsePainFile } from '../../../../sandbox/bank/painFiles.ts';
import type { BankStatement } from '../bankPort.ts';
import { bankFilesConformance } from '../conformance.ts';
import { isIban, isInSepa } from './iban.ts';
import { createIso20022Files } from './iso20022.ts';

const files = createIso20022Files();
const DAY = '2026-11-21';

bankFilesConformance('ISO 20022', () => ({
  files,
  debtor: OPERATOR_ACCOUNT,
  day: DAY,
  renderReport(kind, bookings) {
    const references = bookings.map(({ reference }) => reference);
    const reports = [...new Set(bookings.map(({ currency }) => currency))].map((currency) => ({
      currency,
      opening: formatAmount(createAmount(fiatAsset(currency), 0n)),
      number: 1,
    }));
    const file = { name: 'file.xml', kind, createdAt: `${DAY}T12:00:00.000Z`, references, day: DAY, reports };
    return renderCamt(
      file,
      bookings.map(({ reversal, name, account, ...booking }) => ({
        ...booking,
        ...(reversal && { returnReason: 'FOCR' }),
        bookedAt: `${DAY}T11:00:00.000Z`,
        counterpartyName: name,
        counterpartyAccount: account,
      })),
    );
  },
  readTransferFile: (bytes) =>
    parsePainFile(bytes).map(({ messageId: _message, blockId: _block, creditorName, creditorAccount, ...ordered }) => ({
      ...ordered,
      name: creditorName,
      account: creditorAccount,
    })),
}));

async function readFixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./fixtures/${name}.xml`, import.meta.url));
}

function read(bytes: Uint8Array): readonly BankStatement[] {
  const reading = files.readStatements(bytes);
  if (reading.kind !== 'ok') throw new Error(`${reading.reason}: ${reading.detail}`);
  return reading.value;
}

/** Returns one short line per entry, to compare by eye with the file. */
function formatEntries(statements: readonly BankStatement[]): string[] {
  return statements.flatMap(({ entries }) =>
    entries.map(({ direction, reversal, amount, bookedOn, endToEndId, remittance, counterparty }) =>
      [
        `${direction}${reversal ? ' back' : ''} ${formatAmount(amount)} ${amount.asset.code}`,
        bookedOn,
        endToEndId,
        remittance,
        counterparty.name,
        counterparty.account,
      ].join(' | '),
    ),
  );
}

describe('banks’ files', () => {
  test.each<[string, string[]]>([
    [
      'camt.053.001.02',
      [
        'credit 100.00 EUR | 2026-11-20 |  | SLIP-7K2M 9QXD Danke | Erika Musterfrau & Söhne | NL91ABNA0417164300',
        'credit 120.17 EUR | 2026-11-20 | INV-1 | SLIP-BATCH-ONE | Ada One | FR1420041010050500013M02606',
        'credit 80.00 EUR | 2026-11-20 |  | SLIP-BATCH-TWO | Bob Two | 0532013001',
        'debit 25.00 EUR | 2026-11-20 | refund-41-1 | Refund of SLIP-41 | Sam Sample | NL91ABNA0417164300',
        'debit 5.50 EUR | 2026-11-20 |  | KONTOFUEHRUNG November |  | ',
      ],
    ],
    [
      'camt.054.001.02',
      ['credit 100.00 EUR | 2026-11-20 |  | SLIP-7K2M 9QXD Danke | Erika Musterfrau & Söhne | NL91ABNA0417164300'],
    ],
    [
      'camt.053.001.04',
      [
        'credit 99.95 CHF | 2026-11-20 |  | 210000000003139471430009017 Order of today | Jörg Müller | CH5604835012345678009',
        'credit 199.00 CHF | 2026-11-20 | pay-77 | RF18539007547034 thank you | Zoë Chen | 87-456-1',
      ],
    ],
    [
      'camt.053.001.06',
      [
        'credit 12345 JPY | 2026-11-20 |  | SLIP-JPY | 山田 太郎 | ',
        'credit 30.125 KWD | 2026-11-20 | e2e-kwd | SLIP-KWD | Noor Example | KW81CBKU0000000000001234560102',
      ],
    ],
    [
      'camt.054.001.06',
      [
        `credit back 25.00 EUR | 2026-11-21 | refund-41-1 | Refund <of> SLIP-41 — 'all' | Sam "S&S" Sample | NL91ABNA0417164300`,
      ],
    ],
    [
      'camt.053.001.08',
      [
        'credit 60.00 EUR | 2026-11-21 |  | SLIP-NEW | Łukasz O’Neil | PL61109010140000071219812874',
        'debit back 40.00 EUR | 2026-11-21 |  | SLIP-RECALLED | Mallory | NL91ABNA0417164300',
      ],
    ],
    [
      'camt.054.001.08',
      [
        'credit 60.00 EUR | 2026-11-21 |  | SLIP-NEW | Łukasz O’Neil | PL61109010140000071219812874',
        'credit 10.00 USD | 2026-11-21 |  | SLIP-TWIN | Twin | ',
        'credit 10.00 USD | 2026-11-21 |  | SLIP-TWIN | Twin | ',
      ],
    ],
  ])('are read: %s', async (name, expected) => {
    expect(formatEntries(read(await readFixture(name)))).toEqual(expected);
  });

  test('have their kind, account and time', async () => {
    expect(read(await readFixture('camt.054.001.02'))).toMatchObject([
      {
        statementId: '054C5320261120110451',
        kind: 'notification',
        account: 'DE89370400440532013000',
        createdAt: '2026-11-20T11:04:51+01:00',
      },
    ]);
    expect(read(await readFixture('camt.053.001.06'))).toMatchObject([
      { statementId: 'JPY-324', kind: 'statement', account: '000576491234567', createdAt: '2026-11-20T21:00:00Z' },
      { statementId: 'KWD-324', kind: 'statement', account: 'KW81CBKU0000000000001234560101' },
    ]);
  });

  test.each([
    ['camt.054.001.02', 'camt.053.001.02'],
    ['camt.054.001.04', 'camt.053.001.04'],
    ['camt.054.001.08', 'camt.053.001.08'],
  ])('%s and %s have the same ids for common bookings', async (notification, statement) => {
    const readIds = async (name: string) =>
      read(await readFixture(name)).flatMap(({ entries }) => entries.map((e) => e.entryId));
    const known = new Set(await readIds(statement));
    const shared = (await readIds(notification)).filter((id) => known.has(id));
    expect(shared).toHaveLength(notification.endsWith('04') ? 2 : 1);
  });

  test('give each of several equal entries without a reference its own id, which stays the same at each reading', async () => {
    const [statement] = read(await readFixture('camt.054.001.08'));
    expect(new Set(statement?.entries.map(({ entryId }) => entryId)).size).toBe(3);
    expect(read(await readFixture('camt.054.001.08'))).toEqual([statement]);
  });
});

describe('refuses', () => {
  const cases: readonly (readonly [
    what: string,
    from: string,
    find: string | RegExp,
    replace: string,
    reason: string,
  ])[] = [
    ['an older version', 'camt.053.001.02', /camt\.053\.001\.02/g, 'camt.053.001.01', 'unsupported_version'],
    ['a newer version', 'camt.054.001.08', 'camt.054.001.08', 'camt.054.001.15', 'unsupported_version'],
    ['no namespace', 'camt.053.001.08', / xmlns="[^"]*"/, '', 'unsupported_version'],
    ['a namespace of another message', 'camt.053.001.08', 'camt.053', 'camt.054', 'unsupported_version'],
    ['an intraday report', 'camt.053.001.08', /BkToCstmrStmt/g, 'BkToCstmrAcctRpt', 'intraday_report'],
    ['a batch that differs from its sum', 'camt.054.001.04', '199.00', '199.01', 'inconsistent'],
    [
      'a batch with more parts than it states',
      'camt.054.001.04',
      /(<TxDtls>[\s\S]*?<\/TxDtls>)/,
      '$1$1',
      'inconsistent',
    ],
    ['yen with decimals', 'camt.053.001.06', 'Ccy="JPY">12345<', 'Ccy="JPY">12345.50<', 'inconsistent'],
    ['four decimals of dinars', 'camt.053.001.06', /30\.125/g, '30.1255', 'inconsistent'],
    ['a negative amount', 'camt.054.001.08', 'Ccy="USD">10.00', 'Ccy="USD">-10.00', 'inconsistent'],
    ['an amount without a currency', 'camt.054.001.08', '<Amt Ccy="USD">', '<Amt>', 'inconsistent'],
    [
      'an amount with two currencies',
      'camt.054.001.08',
      '<Amt Ccy="USD">10.00</Amt>',
      '<Amt Ccy="USD">1</Amt><Amt Ccy="EUR">1</Amt>',
      'inconsistent',
    ],
    ['neither credit nor debit', 'camt.054.001.08', '<CdtDbtInd>CRDT', '<CdtDbtInd>BOTH', 'inconsistent'],
    ['no account', 'camt.054.001.08', /<Acct>.*<\/Acct>/, '', 'inconsistent'],
    ['an impossible date', 'camt.054.001.08', '<Dt>2026-11-21</Dt>', '<Dt>2026-02-30</Dt>', 'inconsistent'],
    ['one reference for two equal bookings', 'camt.054.001.08', /(<Ntry>[\s\S]*?<\/Ntry>)/, '$1$1', 'inconsistent'],
    ['a document type in a good file', 'camt.054.001.08', '<Document', '<!DOCTYPE Document><Document', 'document_type'],
    ['an encoding that is not the file’s', 'camt.053.001.04', 'ISO-8859-1', 'UTF-8', 'not_a_statement'],
    ['an unsupported encoding', 'camt.053.001.04', 'ISO-8859-1', 'UTF-7', 'not_a_statement'],
    ['names of prototypes in a good file', 'camt.054.001.08', '<Acct>', '<Acct><__proto__/>', 'not_a_statement'],
  ];

  test.each(cases)('%s', async (_what, from, find, replace, reason) => {
    const whole = Buffer.from(await readFixture(from)).toString('latin1');
    const changed = whole.replace(find, replace);
    expect(changed).not.toBe(whole);
    const reading = files.readStatements(Buffer.from(changed, 'latin1'));
    expect(reading).toMatchObject({ kind: 'refused', reason, detail: expect.stringMatching(/./) });
  });

  test('never throws on a corrupted file', async () => {
    const whole = await readFixture('camt.053.001.08');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }), (at, noise) => {
        const changed = Uint8Array.from(whole);
        changed.set(noise.subarray(0, whole.length - at), at);
        expect(['ok', 'refused']).toContain(files.readStatements(changed).kind);
      }),
      { numRuns: 500 },
    );
  });
});

describe('amounts', () => {
  test.each([
    ['60.00', '060.00'],
    ['60.00', '60.00000'],
    ['60.00', '60'],
    ['60.00', '60.'],
    ['60.00', '+60.0'],
    ['60.10', '60.100'],
    ['18.15', '18.150'],
    ['5442.09', '5442.09000'],
    ['1.00', '01.00'],
    ['60.01', '0000060.0100'],
    ['0.50', '00.5'],
  ])('%s may be written as %s', async (amount, written) => {
    const xml = new TextDecoder().decode(await readFixture('camt.054.001.08'));
    const [first] = formatEntries(read(Buffer.from(xml.replace('60.00', written))));
    expect(first).toContain(`credit ${amount} EUR`);
  });
});

describe('a batch', () => {
  test.each<[string, string | RegExp, string, number]>([
    ['with fewer parts than it states', /<TxDtls>[\s\S]*?<\/TxDtls>/, '', 2],
    ['without its parts', /<TxDtls>[\s\S]*<\/TxDtls>/, '', 2],
    ['with a part in another currency', 'Ccy="CHF">99.95', 'Ccy="EUR">99.95', 2],
    ['with a part without an amount', '<Amt Ccy="CHF">99.95</Amt>', '', 2],
  ])('%s is read as one booking, and the other bookings are read', async (_what, find, replace, unitemized) => {
    const xml = new TextDecoder().decode(await readFixture('camt.054.001.04'));
    const other =
      '<Ntry><Amt Ccy="CHF">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><AcctSvcrRef>X</AcctSvcrRef></Ntry>';
    const changed = xml.replace(find, replace).replace('</Ntfctn>', `${other}</Ntfctn>`);
    expect(read(Buffer.from(changed)).flatMap(({ entries }) => entries)).toMatchObject([
      { amount: { units: 29_895n }, reference: 'ZV20261120/900001', unitemized, batch: null },
      { amount: { units: 100n }, unitemized: 0 },
    ]);
  });

  test('of debits without its parts is read as one booking', async () => {
    const xml = new TextDecoder().decode(await readFixture('camt.054.001.04'));
    const changed = xml.replace(/<TxDtls>[\s\S]*<\/TxDtls>/, '').replace('<CdtDbtInd>CRDT', '<CdtDbtInd>DBIT');
    expect(read(Buffer.from(changed)).flatMap(({ entries }) => entries)).toMatchObject([
      { direction: 'debit', amount: { units: 29_895n }, unitemized: 2 },
    ]);
  });

  test('with a single detail and no stated count is read as an ordinary booking', async () => {
    const xml = new TextDecoder().decode(await readFixture('camt.054.001.04'));
    const changed = xml
      .replace(/<Btch>[\s\S]*?<\/Btch>/, '')
      .replace(/<\/TxDtls>\s*<TxDtls>[\s\S]*?(?=<\/TxDtls>)/, '')
      .replace('199.00', '298.95');
    expect(read(Buffer.from(changed)).flatMap(({ entries }) => entries)).toMatchObject([
      { amount: { units: 29_895n }, reference: 'ZV20261120/900001', unitemized: 0, batch: null },
    ]);
  });

  test('that itemises its parts is read as one booking per part, each of which names the batch', async () => {
    const entries = read(await readFixture('camt.054.001.04')).flatMap((statement) => statement.entries);
    const batch = { reference: 'ZV20261120/900001', units: 29_895n };
    expect(entries).toMatchObject([
      { batch, unitemized: 0 },
      { batch, unitemized: 0 },
    ]);
  });
});

test.each('03 05 07 09 10 11 12 13 14'.split(' '))('reads version .%s', async (version) => {
  for (const message of ['camt.053', 'camt.054']) {
    const latest = await readFixture(`${message}.001.${Number(version) < 7 ? '04' : '08'}`);
    const xml = latest.toString('latin1').replace(/camt\.05([34])\.001\.0\d/g, `camt.05$1.001.${version}`);
    expect(read(Buffer.from(xml, 'latin1'))).toHaveLength(1);
  }
});

test('reads a reversal without a reason', async () => {
  const xml = new TextDecoder().decode(await readFixture('camt.053.001.08'));
  const bare = xml.replace(/<RtrInf>.*<\/RtrInf>/, '');
  expect(bare).not.toBe(xml);
  expect(formatEntries(read(Buffer.from(bare)))[1]).toContain('debit back 40.00 EUR');
});

test('refuses a valid file of 50 MB as too large', async () => {
  const xml = new TextDecoder().decode(await readFixture('camt.054.001.08'));
  const padded = xml.replace('<GrpHdr>', `${' '.repeat(50 * 1024 * 1024)}<GrpHdr>`);
  expect(files.readStatements(Buffer.from(padded))).toMatchObject({
    kind: 'refused',
    reason: 'not_a_statement',
    detail: expect.stringContaining('larger than'),
  });
});

describe('encodings', () => {
  test.each(['utf16le', 'utf8'] as const)('reads a byte order mark of %s', async (encoding) => {
    const xml = new TextDecoder().decode(await readFixture('camt.054.001.04'));
    const bytes = Buffer.from(`\uFEFF${xml.replace(' encoding="UTF-8"', '')}`, encoding);
    expect(formatEntries(read(bytes))).toEqual(formatEntries(read(await readFixture('camt.054.001.04'))));
  });
});

describe('accounts', () => {
  test.each([
    ['DE89370400440532013000', true, true],
    ['NL91ABNA0417164300', true, true],
    ['GB82WEST12345698765432', true, true],
    ['KW81CBKU0000000000001234560101', true, false],
    ['DE88370400440532013000', false, false],
    ['DE8937040044053201300O', false, false],
    // Valid check digits, but one digit too short for the country.
    ['DE5137040044053201300', false, false],
    ['RS35260005601001611379', true, true],
    // Valid check digits, and a wrong national check digit.
    ['BE41539007547035', true, true],
    ['DE89 3704 0044 0532 0130 00', false, false],
    ['de89370400440532013000', false, false],
    ['12345678', false, false],
    ['', false, false],
  ])('%s: is an IBAN %s, is in SEPA %s', (account, iban, sepa) => {
    expect([isIban(account), isInSepa(account)]).toEqual([iban, sepa]);
  });

  test('random text is no IBAN, nor is an IBAN with one changed character', () => {
    fc.assert(fc.property(fc.string(), (text) => !isIban(text)));
    const account = 'GB82WEST12345698765432';
    const character = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
    fc.assert(
      fc.property(fc.nat(account.length - 1), character, (at, other) => {
        const typed = account.slice(0, at) + other + account.slice(at + 1);
        return isIban(typed) === (typed === account);
      }),
    );
  });
});

describe('a file of transfers', () => {
  test('has one block per currency and scheme, whose transfers are booked singly', () => {
    const transfer = (transferId: string, account: string) => ({
      transferId,
      amount: { units: 1_000n, asset: { id: 'iso4217:EUR', code: 'EUR', decimals: 2 } },
      creditor: { name: 'A', account },
      remittance: '',
    });
    const bytes = files.writeTransfers({
      batchId: 'b-1',
      createdAt: new Date('2026-11-21T23:30:00Z'),
      debtor: OPERATOR_ACCOUNT,
      transfers: [transfer('1', 'NL91ABNA0417164300'), transfer('2', '4711'), transfer('3', 'GB82WEST12345698765432')],
    });
    const xml = new TextDecoder().decode(bytes);
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    expect(xml.match(/<PmtInfId>[^<]*/g)).toEqual(['<PmtInfId>b-1-1', '<PmtInfId>b-1-2']);
    expect(xml.match(/<(NbOfTxs|CtrlSum)>[^<]*/g)).toEqual([
      '<NbOfTxs>3',
      '<CtrlSum>30.00',
      '<NbOfTxs>2',
      '<CtrlSum>20.00',
      '<NbOfTxs>1',
      '<CtrlSum>10.00',
    ]);
    expect(xml.match(/<Cd>SEPA/g)).toHaveLength(1);
    expect(xml.match(/<BtchBookg>false/g)).toHaveLength(2);
    expect(xml).toContain('<Dt>2026-11-21</Dt>');
  });
});
