import { describe, expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';

const files = createIso20022Files();

/** Returns a statement with one booking and the given parts. */
function buildStatement({
  entry = '',
  details = '',
  head = '',
  balances = '',
}: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id>${head}<CreDtTm>2026-11-21T20:00:00Z</CreDtTm>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-21</Dt></BookgDt>${entry}
<NtryDtls><TxDtls><Refs><EndToEndId>RFD1</EndToEndId><TxId>T1</TxId></Refs>${details}</TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`);
}

function readOne(bytes: Uint8Array) {
  const reading = files.readStatements(bytes);
  if (reading.kind !== 'ok') throw new Error(reading.detail);
  const [statement] = reading.value;
  if (!statement) throw new Error('no statement');
  return statement;
}

const buildCode = (family: string, subFamily: string, domain = 'PMNT') =>
  `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
const buildProprietaryCode = (value: string, issuer: string) =>
  `<BkTxCd><Prtry><Cd>${value}</Cd><Issr>${issuer}</Issr></Prtry></BkTxCd>`;

describe('a return is recognized', () => {
  test.each<[string, Readonly<Record<string, string>>, boolean, string]>([
    ['by a reason', { details: '<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>' }, true, 'AC01'],
    ['by a proprietary reason', { details: '<RtrInf><Rsn><Prtry>BANKREJ</Prtry></Rsn></RtrInf>' }, true, 'BANKREJ'],
    ['not by empty return information', { details: '<RtrInf/>' }, false, ''],
    [
      'not by return information without a reason',
      { details: '<RtrInf><AddtlInf>RFD1</AddtlInf></RtrInf>' },
      false,
      '',
    ],
    ['by a reversal', { entry: '<RvslInd>true</RvslInd>' }, true, ''],
    ['not by a reversal of false', { entry: '<RvslInd>false</RvslInd>' }, false, ''],
    ['by the family of returned transfers', { entry: buildCode('ICDT', 'RRTN') }, true, ''],
    ['by the family of cancelled transfers', { details: buildCode('RCDT', 'RPCR') }, true, ''],
    ['by the family of returned instant transfers', { entry: buildCode('IRCT', 'RRTN') }, true, ''],
    ['not by an ordinary transfer', { entry: buildCode('RCDT', 'ESCT') }, false, ''],
    ['not by a returned direct debit', { entry: buildCode('RDDT', 'RRTN') }, false, ''],
    ['not by a code of another domain', { entry: buildCode('ICDT', 'RRTN', 'XXXX') }, false, ''],
    [
      'not by a batch of returns whose transfer has another code',
      { entry: buildCode('ICDT', 'RRTN'), details: buildCode('RCDT', 'ESCT') },
      false,
      '',
    ],
    ['by German banks’ code', { entry: buildProprietaryCode('NRTI+159+00931', 'DK') }, true, ''],
    [
      'not by German banks’ code of an ordinary transfer',
      { entry: buildProprietaryCode('NTRF+166+00931', 'DK') },
      false,
      '',
    ],
    ['not by the same digits of another issuer', { entry: buildProprietaryCode('NRTI+159+00931', 'ANY') }, false, ''],
    ['not by a purpose of returning', { details: '<Purp><Cd>RRCT</Cd></Purp>' }, false, ''],
    ['not by a text about it', { details: '<RmtInf><Ustrd>RETURN AC04 RRTN</Ustrd></RmtInf>' }, false, ''],
  ])('%s', (_what, fields, reversal, returnReason) => {
    const [entry] = readOne(buildStatement(fields)).entries;
    expect(entry).toMatchObject({ reversal, returnReason, endToEndId: 'RFD1', transactionId: 'T1' });
  });
});

describe('balances', () => {
  const buildBalance = (type: string, amount: string, more = '', day = '2026-11-20') =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const buildInterimBalance = (subType: string, amount: string) =>
    buildBalance('ITBD', amount, subType && `<SubTp><Cd>${subType}</Cd></SubTp>`);
  const buildPagination = (number: number, isLast: boolean) =>
    `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`;

  test.each<[string, string, string, readonly [bigint | null, bigint | null]]>([
    [
      'of one page',
      buildPagination(1, true),
      buildBalance('OPBD', '10.00') + buildBalance('CLBD', '35.00'),
      [1_000n, 3_500n],
    ],
    [
      'with the previous closing balance',
      '',
      buildBalance('PRCD', '10.00') + buildBalance('CLBD', '35.00'),
      [1_000n, 3_500n],
    ],
    [
      'as debit',
      '',
      buildBalance('OPBD', '30.00').replace('CRDT', 'DBIT') + buildBalance('CLBD', '5.00').replace('CRDT', 'DBIT'),
      [-3_000n, -500n],
    ],
    ['without an opening', '', buildBalance('CLBD', '35.00'), [null, 3_500n]],
    ['without balances', '', '', [null, null]],
    [
      'without an interim balance on a single page',
      '',
      buildInterimBalance('', '7.00') + buildBalance('CLBD', '35.00'),
      [null, 3_500n],
    ],
    [
      'of a first page',
      buildPagination(1, false),
      buildBalance('OPBD', '10.00') + buildInterimBalance('', '35.00'),
      [1_000n, 3_500n],
    ],
    [
      'of a last page',
      buildPagination(3, true),
      buildInterimBalance('', '10.00') + buildBalance('CLBD', '35.00'),
      [1_000n, 3_500n],
    ],
    [
      'of a middle page',
      buildPagination(2, false),
      buildInterimBalance('', '10.00') + buildInterimBalance('', '35.00'),
      [1_000n, 3_500n],
    ],
    [
      'of a middle page, by their types',
      buildPagination(2, false),
      buildInterimBalance('CIBD', '35.00') + buildInterimBalance('OIBD', '10.00'),
      [1_000n, 3_500n],
    ],
    ['of a page with only one', buildPagination(2, false), buildInterimBalance('', '10.00'), [null, null]],
  ])('are read %s', (_what, head, balances, [opening, closing]) => {
    const read = readOne(buildStatement({ head, balances })).balances;
    expect([read?.opening?.units ?? null, read?.closing?.units ?? null]).toEqual([opening, closing]);
    // Without a closing balance, the day on which the statement was created.
    expect(read?.closedOn).toBe(closing === null ? '2026-11-21' : '2026-11-20');
  });

  const buildSecondBooking = (
    text: string,
  ) => `<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const buildTwoBookings = (balances: string) =>
    Buffer.from(
      buildStatement({ balances, entry: '<AcctSvcrRef>B1</AcctSvcrRef>' })
        .toString()
        .replace('</Stmt>', `${buildSecondBooking('other')}</Stmt>`),
    );

  test('that add up make two bookings with one reference acceptable, which are refused without balances', () => {
    const { entries } = readOne(buildTwoBookings(buildBalance('OPBD', '10.00') + buildBalance('CLBD', '60.00')));
    expect(entries).toMatchObject([{ reference: '' }, { reference: '', remittance: 'other' }]);
    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(2);
    expect(files.readStatements(buildTwoBookings(''))).toMatchObject({ kind: 'refused', detail: 'B1 is booked twice' });
  });

  test('in another currency are refused', () => {
    const reading = files.readStatements(
      buildStatement({ balances: buildBalance('CLBD', '35.00').replace('EUR', 'USD') }),
    );
    const detail = expect.stringContaining('in EUR and states an amount in USD');
    expect(reading).toMatchObject({ kind: 'refused', reason: 'inconsistent', detail });
  });

  test('that do not add up leave two bookings with one reference refused', () => {
    expect(
      files.readStatements(buildTwoBookings(buildBalance('OPBD', '10.00') + buildBalance('CLBD', '60.01'))),
    ).toMatchObject({
      kind: 'refused',
      detail: 'B1 is booked twice',
    });
  });
});

test.each([
  ['<ElctrncSeqNb>228</ElctrncSeqNb><LglSeqNb>9</LglSeqNb>', 228],
  ['<LglSeqNb>9</LglSeqNb>', 9],
  ['<ElctrncSeqNb>000000000000000000</ElctrncSeqNb>', null],
  ['<ElctrncSeqNb>one</ElctrncSeqNb>', null],
  ['', null],
])('reads from %j the sequence number %s', (head, expected) => {
  expect(readOne(buildStatement({ head })).sequenceNumber).toBe(expected);
});

test('removes characters that the database cannot store', () => {
  const [entry] = readOne(buildStatement({ details: '<RmtInf><Ustrd>a&#0;b</Ustrd></RmtInf>' })).entries;
  expect(entry?.remittance).toBe('ab');
});
