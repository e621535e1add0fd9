import { formatAmount } from '@slipway/money/amount.ts';
import { expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';
import { type NationalFile, writeNationalFile } from './nationalVariants.testing.ts';
import { toStatementFacts } from './readFacts.testing.ts';
import { readStatementFacts } from './secondReader.testing.ts';

const files = createIso20022Files();

/**
 * Returns one line for each booking that the product reads: `credit 10.00 EUR id text < name account`, with the number of
 * parts that the file omits after the currency; for a refused file, `refused` and the reason.
 */
function formatEntries(bytes: Uint8Array): string[] {
  const reading = files.readStatements(bytes);
  if (reading.kind !== 'ok') return [`refused ${reading.reason}`];
  return reading.value.flatMap(({ entries }) =>
    entries.map(({ direction, reversal, amount, endToEndId, remittance, counterparty, unitemized }) =>
      [
        `${direction}${reversal ? ' back' : ''} ${formatAmount(amount)} ${amount.asset.code}`,
        unitemized > 0 ? `(${unitemized})` : '',
        endToEndId,
        remittance,
        counterparty.name || counterparty.account ? `< ${counterparty.name} ${counterparty.account}`.trim() : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    ),
  );
}

const statement = { kind: 'statement', version: '02', currency: 'EUR' } as const;
const notification = { ...statement, kind: 'notification' } as const;
const GERMAN = 'DE89370400440532013000';
const DUTCH = 'NL91ABNA0417164300';
const SWISS = 'CH9300762011623852957';

/**
 * Files in the style of a bank, or of the guideline that a country's banks share. All were written for this test with
 * invented content. `source`: the public file of `fixtures/publicSamples.json`, or the guideline, whose style it is.
 */
const table: readonly (readonly [bank: string, source: string, file: NationalFile, expected: readonly string[]])[] = [
  [
    'ABN AMRO, camt.053.001.02: all texts in one line of the bank',
    'svapnil/iso20022.js abn_amro',
    {
      ...statement,
      account: DUTCH,
      balances: [
        ['OPBD', '100.00'],
        ['CLBD', '150.00'],
      ],
      entries: [
        {
          amount: '50.00',
          code: ['N654', 'ABNAMRO'],
          details: [{}],
          text: '/TRTP/SEPA/NAME/J JANSEN/REMI/ORDER 1/EREF/NOTPROVIDED',
        },
      ],
    },
    ['credit 50.00 EUR /TRTP/SEPA/NAME/J JANSEN/REMI/ORDER 1/EREF/NOTPROVIDED'],
  ],
  [
    'ING, camt.053.001.02: one reference for two bookings, the previous closing balance as opening balance',
    'svapnil/iso20022.js ing',
    {
      ...statement,
      account: 'NL69INGB0123456789',
      balances: [
        ['PRCD', '10.00'],
        ['CLBD', '20.00'],
        ['CLAV', '20.00'],
      ],
      entries: ['ONE', 'TWO'].map((text) => ({
        amount: '5.00',
        reference: '051234567891234',
        details: [{ text: [text], name: 'Jan' }],
      })),
    },
    ['credit 5.00 EUR ONE < Jan', 'credit 5.00 EUR TWO < Jan'],
  ],
  [
    'Nordea, camt.053.001.02: an account without an IBAN, in Swedish kronor',
    'svapnil/iso20022.js nordea',
    {
      ...statement,
      currency: 'SEK',
      account: '30001234567',
      balances: [
        ['OPBD', '0'],
        ['CLBD', '250'],
      ],
      entries: [{ amount: '250', reference: 'A1', details: [{ reference: 'RF18539007547034', name: 'Åsa Öberg' }] }],
    },
    ['credit 250.00 SEK RF18539007547034 < Åsa Öberg'],
  ],
  [
    'Finland, camt.053.001.02: a collective booking that is only counted',
    'moov-io/iso20022 FI_camt_053_sample',
    {
      ...statement,
      account: 'FI2112345600000785',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '90.00'],
      ],
      entries: [{ amount: '90.00', reference: 'B1', code: ['705', 'FFFS'], counted: 3 }],
    },
    ['credit 90.00 EUR (3)'],
  ],
  [
    'PostFinance, camt.053.001.04: a collective booking with its parts and charges of zero',
    'moov-io/iso20022 camt.053_P_CH29',
    {
      ...statement,
      version: '04',
      currency: 'CHF',
      account: SWISS,
      balances: [
        ['OPBD', '5.00', 'DBIT'],
        ['CLBD', '25.00'],
      ],
      entries: [
        {
          amount: '30.00',
          reference: 'C1',
          counted: 2,
          details: [
            { amount: '10', id: 'NOTPROVIDED', reference: '210000000003139471430009017', charges: '0' },
            { amount: '20.0', reference: '210000000003139471430009022', charges: '0' },
          ],
        },
      ],
    },
    ['credit 10.00 CHF 210000000003139471430009017', 'credit 20.00 CHF 210000000003139471430009022'],
  ],
  [
    'PostFinance, camt.054.001.08: a collective credit of one part',
    'dvbern/iso20022 camt054.v00108',
    {
      ...notification,
      version: '08',
      currency: 'CHF',
      account: SWISS,
      entries: [
        {
          amount: '42.50',
          reference: 'C2',
          counted: 1,
          details: [{ amount: '42.50', id: 'E1', name: 'Zoë', account: 'CH5604835012345678009' }],
        },
      ],
    },
    ['credit 42.50 CHF E1 < Zoë CH5604835012345678009'],
  ],
  [
    'Switzerland, camt.054.001.04 in the namespace of SIX: a collective credit less its charges',
    'SIX, Swiss Implementation Guidelines for Cash Management',
    {
      ...notification,
      version: '04',
      namespace: 'http://www.six-interbank-clearing.com/de/camt.054.001.04.xsd',
      currency: 'CHF',
      account: SWISS,
      entries: [
        {
          amount: '28.20',
          reference: 'C3',
          counted: 2,
          details: [
            { amount: '10.00', text: ['ONE'], charges: '0.90' },
            { amount: '20.00', text: ['TWO'], charges: '0.90' },
          ],
        },
        { amount: '7.00', reference: 'C4', details: [{ amount: '7.00', text: ['THREE'] }] },
      ],
    },
    ['credit 28.20 CHF (2)', 'credit 7.00 CHF THREE'],
  ],
  [
    'Germany, camt.053.001.02: a text over two lines, a code of the association',
    'DK, Anlage 3 of the agreement on remote data transmission',
    {
      ...statement,
      account: GERMAN,
      balances: [
        ['PRCD', '1.00'],
        ['CLBD', '1.02'],
      ],
      entries: [
        {
          amount: '.02',
          code: ['NTRF+166+00931', 'DK'],
          details: [{ id: 'NOTPROVIDED', text: ['RF18 5390', '0754 7034'], name: 'Müller' }],
        },
      ],
    },
    ['credit 0.02 EUR RF18 5390 0754 7034 < Müller'],
  ],
  [
    'Germany, camt.053.001.08: a returned transfer by the code of the association',
    'DK, Anlage 3 of the agreement on remote data transmission',
    {
      ...statement,
      version: '08',
      account: GERMAN,
      balances: [
        ['PRCD', '0.00'],
        ['CLBD', '25.00'],
      ],
      entries: [
        { amount: '25.00', code: ['NRTI+159+00931', 'DK'], details: [{ amount: '25.00', id: 'R1', returned: 'AC01' }] },
      ],
    },
    ['credit back 25.00 EUR R1'],
  ],
  [
    'Germany, camt.052.001.08: the day is not over',
    'hbci4j/hbci4java test-camt-parse-05200108',
    { ...statement, kind: 'report', version: '08', account: GERMAN, entries: [{ amount: '25.00' }] },
    ['refused intraday_report'],
  ],
  [
    'Austria, camt.053.001.02 in the namespace of its banks',
    'STUZZA, format description of camt.052, camt.053 and camt.054',
    {
      ...statement,
      namespace: 'ISO:camt.053.001.02:APC:STUZZA:payments:003',
      account: 'AT611904300234573201',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '12.00'],
      ],
      entries: [{ amount: '12.00', details: [{ amount: '12.00', text: ['ORDER'], name: 'Eva' }] }],
    },
    ['credit 12.00 EUR ORDER < Eva'],
  ],
  [
    'Belgium, camt.053.001.02: a structured communication, and a batch that differs from the sum of its parts',
    'Subite-eu/camt-to-coda Other',
    {
      ...statement,
      account: 'BE68539007547034',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '38.50'],
      ],
      entries: [
        { amount: '10.00', details: [{ amount: '10.00', reference: '+++090/9337/55493+++' }] },
        {
          amount: '28.50',
          details: [
            { amount: '10.00', text: ['ONE'] },
            { amount: '20.00', text: ['TWO'] },
          ],
        },
      ],
    },
    ['credit 10.00 EUR +++090/9337/55493+++', 'credit 28.50 EUR (2)'],
  ],
  [
    'France, camt.053.001.02: codes of the association, and a charge',
    'CFONB, guide of camt.053',
    {
      ...statement,
      account: 'FR1420041010050500013M02606',
      balances: [
        ['OPBD', '3.00'],
        ['CLBD', '1.50'],
      ],
      entries: [{ amount: '1.50', debit: true, code: ['B1A', 'CFONB/'], text: 'FRAIS' }],
    },
    ['debit 1.50 EUR FRAIS'],
  ],
  [
    'Poland, camt.053.001.02 in windows-1250',
    'an encoding of banks in Central Europe',
    {
      ...statement,
      encoding: 'windows-1250',
      currency: 'PLN',
      account: 'PL61109010140000071219812874',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '9.99'],
      ],
      entries: [{ amount: '9.99', details: [{ text: ['ORDER'], name: 'Łukasz Wałęsa' }] }],
    },
    ['credit 9.99 PLN ORDER < Łukasz Wałęsa'],
  ],
  [
    'the Czech Republic, camt.053.001.02 in ISO-8859-2: symbols in the end-to-end id',
    'an encoding of banks in Central Europe',
    {
      ...statement,
      encoding: 'ISO8859-2',
      currency: 'CZK',
      account: 'CZ6508000000192000145399',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '500.00'],
      ],
      entries: [{ amount: '500.00', details: [{ id: '/VS123/SS/KS0308', name: 'Jiří Šťastný' }] }],
    },
    ['credit 500.00 CZK /VS123/SS/KS0308 < Jiří Šťastný'],
  ],
  [
    'Sweden, camt.054.001.02: a collective credit of the clearing without its parts',
    'moov-io/iso20022 FI_camt_054_sample',
    {
      ...notification,
      currency: 'SEK',
      account: '50000000054910000003',
      entries: [{ amount: '1234.5', reference: 'BGC1', counted: 12, text: 'BGC' }],
    },
    ['credit 1234.50 SEK (12) BGC'],
  ],
  [
    'Norway, camt.054.001.02: a customer identification as the reference',
    'the structured reference of ISO 20022',
    {
      ...notification,
      currency: 'NOK',
      account: 'NO9386011117947',
      entries: [{ amount: '100.00', reference: 'N1', details: [{ reference: '1234567897', name: 'Kåre' }] }],
    },
    ['credit 100.00 NOK 1234567897 < Kåre'],
  ],
  [
    'the United States, camt.053.001.02: a detail in another currency',
    'svapnil/iso20022.js goldman_sachs',
    {
      ...statement,
      currency: 'USD',
      account: '258158850',
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '92.00'],
      ],
      entries: [{ amount: '92.00', reference: 'U1', details: [{ amount: '100.00', currency: 'EUR', id: 'X1' }] }],
    },
    ['credit 92.00 USD X1'],
  ],
  [
    'Japan, camt.053.001.06: a currency without decimals',
    'ISO 4217',
    {
      ...statement,
      version: '06',
      currency: 'JPY',
      account: '000576491234567',
      balances: [
        ['OPBD', '0'],
        ['CLBD', '12345'],
      ],
      entries: [{ amount: '12345.', details: [{ name: '山田 太郎' }] }],
    },
    ['credit 12345 JPY < 山田 太郎'],
  ],
  [
    'Kuwait, camt.053.001.10: a currency with three decimals',
    'ISO 4217',
    {
      ...statement,
      version: '10',
      currency: 'KWD',
      account: 'KW81CBKU0000000000001234560101',
      balances: [
        ['OPBD', '0.000'],
        ['CLBD', '0.125'],
      ],
      entries: [{ amount: '.125', details: [{ text: ['ORDER'] }] }],
    },
    ['credit 0.125 KWD ORDER'],
  ],
  [
    'ISO 20022, camt.054.001.04: zero as the amount of a detail',
    'dvbern/iso20022 Business_Sample_camt.053.001.04',
    {
      ...notification,
      version: '04',
      currency: 'SEK',
      account: '50000000054910000003',
      entries: [
        { amount: '105678.50', reference: 'I1', details: [{ amount: '0', id: 'MUELL/FINP/RA12345', name: 'MUELLER' }] },
      ],
    },
    ['credit 105678.50 SEK MUELL/FINP/RA12345 < MUELLER'],
  ],
  [
    'a bookkeeping program, camt.053.001.08: equal bookings of one day, and one that is only announced',
    'sebastienrousseau/bankstatementparser camt053_duplicate_same_day',
    {
      ...statement,
      version: '08',
      account: GERMAN,
      balances: [
        ['OPBD', '0.00'],
        ['CLBD', '20.00'],
      ],
      entries: [
        ...['BOOK', 'BOOK'].map((status) => ({ amount: '10.00', status, details: [{ text: ['SAME'] }] })),
        { amount: '99.00', status: 'PDNG' },
      ],
    },
    ['credit 10.00 EUR SAME', 'credit 10.00 EUR SAME'],
  ],
];

/** Bytes of characters in windows-1250. */
const CENTRAL_EUROPE: Readonly<Record<string, number>> = {
  Ł: 0xa3,
  ł: 0xb3,
  ę: 0xea,
  í: 0xed,
  ř: 0xf8,
  Š: 0x8a,
  ť: 0x9d,
  ý: 0xfd,
};
/** Bytes in which ISO-8859-2 differs from windows-1250. */
const IN_LATIN_2: Readonly<Record<string, number>> = { Š: 0xa9, ť: 0xbb };

function encode(text: string, encoding = 'UTF-8'): Uint8Array {
  if (encoding === 'UTF-8') return Buffer.from(text);
  const bytes = encoding === 'windows-1250' ? CENTRAL_EUROPE : { ...CENTRAL_EUROPE, ...IN_LATIN_2 };
  return Uint8Array.from(text, (letter) => bytes[letter] ?? letter.charCodeAt(0));
}

test.each(table)('reads or refuses %s (%s)', (_bank, _source, file, expected) => {
  expect(formatEntries(encode(writeNationalFile(file), file.encoding))).toEqual(expected);
});

test('an independent second parser finds the same accounts, sums and ids', () => {
  for (const [, , file] of table) {
    const bytes = Buffer.from(writeNationalFile({ ...file, encoding: 'UTF-8' }));
    const reading = files.readStatements(bytes);
    if (reading.kind === 'ok') expect(reading.value.map(toStatementFacts)).toEqual(readStatementFacts(bytes));
  }
});
