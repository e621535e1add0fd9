import { describe, expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';

const files = createIso20022Files();

/** A notification of one booking with the text `TEXT`. */
const NOTIFICATION = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr>
<Ntfctn><Id>N</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>TEXT</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

describe('encodings', () => {
  const buildFile = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${NOTIFICATION}`;
  const encodeFile = (encoding: string, ...bytes: readonly number[]) => {
    const [before = '', after = ''] = buildFile(encoding).split('TEXT');
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
  };
  test.each([
    ['UTF8', [0xc5, 0x82], 'ł'],
    ['utf_8', [0xc5, 0x82], 'ł'],
    ['latin1', [0xfc], 'ü'],
    ['LATIN-1', [0xfc], 'ü'],
    ['ISO8859-1', [0xfc], 'ü'],
    ['ISO8859_1', [0xfc], 'ü'],
    ['ISO_8859-1:1987', [0xfc], 'ü'],
    ['cp1252', [0x80, 0xfc], '€ü'],
    ['Cp1252', [0x80, 0xfc], '€ü'],
    ['win-1252', [0x80], '€'],
    ['windows1252', [0x80], '€'],
    ['windows-1250', [0xb3, 0x8a], 'łŠ'],
    ['cp1250', [0xb3], 'ł'],
    ['ISO-8859-2', [0xb3], 'ł'],
    ['latin2', [0xb3], 'ł'],
    ['windows-1251', [0xc6], 'Ж'],
    ['ISO-8859-7', [0xd8], 'Ψ'],
    ['windows-1253', [0xd8], 'Ψ'],
    ['windows-1254', [0xfd], 'ı'],
    ['ISO-8859-15', [0xa4], '€'],
    ['latin9', [0xa4], '€'],
    ['windows-1257', [0xe2], 'ā'],
    ['US-ASCII', [0x41], 'A'],
    // Some programs declare UTF-16, their encoding in memory, in files that they write in UTF-8.
    ['UTF-16', [0xc5, 0x82], 'ł'],
  ])('decodes a file that declares %s', (encoding, bytes, expected) => {
    const reading = files.readStatements(encodeFile(encoding, ...bytes));
    expect(reading.kind === 'ok' && reading.value[0]?.entries[0]?.remittance).toBe(expected);
  });

  test('decodes UTF-16 without a byte order mark', () => {
    const little = Buffer.from(buildFile('UTF-16').replace('TEXT', 'łß'), 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const reading = files.readStatements(bytes);
      expect(reading.kind === 'ok' && reading.value[0]?.entries[0]?.remittance).toBe('łß');
    }
  });

  test.each(['UTF-7', 'cp850', 'EBCDIC-CP-BE', 'x-user-defined', 'replacement', 'hz-gb-2312', 'utf-32'])(
    'refuses %s and names the encoding',
    (encoding) => {
      expect(files.readStatements(encodeFile(encoding, 0x41))).toMatchObject({
        kind: 'refused',
        reason: 'not_a_statement',
        detail: expect.stringContaining(encoding.toLowerCase()),
      });
    },
  );
});

test.each<[string, readonly number[] | string, string]>([
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04, 0x14], 'ZIP archive: unpack it'],
  ['an empty ZIP archive', [0x50, 0x4b, 0x05, 0x06], 'ZIP archive: unpack it'],
  ['a gzip archive', [0x1f, 0x8b, 0x08], 'gzip archive: unpack it'],
  ['a PDF', '%PDF-1.7', 'PDF: have the bank send camt.053'],
  ['MT940', ':20:STARTUMSE\r\n:25:10020030/1234567', 'MT940'],
  ['MT940 in an envelope', '{1:F01BANKDEFFXXXX0000000000}{2:O940', 'MT940'],
])('refuses %s with advice', (_what, bytes, detail) => {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from([...bytes, 0, 0, 0, 0]);
  expect(files.readStatements(content)).toMatchObject({
    kind: 'refused',
    reason: 'not_a_statement',
    detail: expect.stringContaining(detail),
  });
  expect(files.readReport(content)).toBeUndefined();
});
