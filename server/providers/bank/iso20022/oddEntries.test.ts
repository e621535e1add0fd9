import { formatAmount } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';

const files = createIso20022Files();
const ACCOUNT = 'DE89370400440532013000';
const NOW = '2026-11-21T20:00:00Z';

const buildBalance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>`;

/** A statement with an opening balance of 10.00; its balances prove its bookings if `closing` is right. */
const buildStatement = (
  closing: string,
  entries: string,
) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>${NOW}</CreDtTm></GrpHdr><Stmt><Id>S</Id><CreDtTm>${NOW}</CreDtTm>
<Acct><Id><IBAN>${ACCOUNT}</IBAN></Id><Ccy>EUR</Ccy></Acct>${buildBalance('OPBD', '10.00')}${buildBalance('CLBD', closing)}${entries}
</Stmt></BkToCstmrStmt></Document>`;

const buildNotification = (entries: string) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId><CreDtTm>${NOW}</CreDtTm></GrpHdr><Ntfctn><Id>N</Id><CreDtTm>${NOW}</CreDtTm>
<Acct><Id><IBAN>${ACCOUNT}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

type Entry = {
  readonly amount: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly status?: string;
  readonly head?: string;
  readonly day?: string;
  readonly details?: string;
};

const buildEntry = ({
  amount,
  direction = 'CRDT',
  status = 'BOOK',
  head = '',
  day = '2026-11-21',
  details = '',
}: Entry) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${head}<Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt>${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;

const buildPart = (amount: string, text: string, more = '') =>
  `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;

const RETURNED = '<RtrInf><Rsn><Cd>FOCR</Cd></Rsn></RtrInf>';

const buildCharges = (amount: string) => `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">${amount}</TtlChrgsAndTaxAmt></Chrgs>`;

const GOOD = buildEntry({ amount: '5.00', details: buildPart('5.00', 'GOOD') });

function read(xml: string) {
  const reading = files.readStatements(Buffer.from(xml));
  if (reading.kind !== 'ok') throw new Error(`${reading.reason}: ${reading.detail}`);
  return reading.value.flatMap(({ entries }) => entries);
}

/** Returns `direction amount text` per entry, with the number of parts that the file omits. */
function formatEntries(xml: string): string[] {
  return read(xml).map(({ direction, amount, remittance, unitemized }) =>
    `${direction} ${formatAmount(amount)} ${remittance}${unitemized > 0 ? `(${unitemized})` : ''}`.trim(),
  );
}

describe('an amount of unusual form', () => {
  test.each([
    ['.02', '0.02'],
    ['.5', '0.50'],
    ['+.10', '0.10'],
    ['.0200', '0.02'],
  ])('%s is read as %s', (written, amount) => {
    expect(formatEntries(buildNotification(buildEntry({ amount: written }) + GOOD))).toEqual([
      `credit ${amount}`,
      'credit 5.00 GOOD',
    ]);
  });

  test.each(['.', '+', '+.', '..1', '1.2.3', '. 5', '-.02', '.005'])('%j is refused', (written) => {
    expect(files.readStatements(Buffer.from(buildNotification(buildEntry({ amount: written }))))).toMatchObject({
      kind: 'refused',
      reason: 'inconsistent',
    });
  });
});

describe('a collective credit reduced by charges is read as one booking without an order', () => {
  const parts = buildPart('10.00', 'ONE') + buildPart('20.00', 'TWO');
  const kinds: readonly (readonly [string, string])[] = [
    [
      'with charges of the whole booking',
      buildEntry({ amount: '28.50', details: parts }).replace('<NtryDtls>', `${buildCharges('1.50')}<NtryDtls>`),
    ],
    [
      'with charges of each part',
      buildEntry({
        amount: '28.50',
        details: buildPart('10.00', 'ONE', buildCharges('0.50')) + buildPart('20.00', 'TWO', buildCharges('1.00')),
      }),
    ],
    [
      'with charges in records',
      buildEntry({ amount: '28.50', details: parts }).replace(
        '<NtryDtls>',
        '<Chrgs><Rcrd><Amt Ccy="EUR">1.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">0.50</Amt></Rcrd></Chrgs><NtryDtls>',
      ),
    ],
    [
      'with charges in lines, as in version .02',
      buildEntry({ amount: '28.50', details: parts }).replace(
        '<NtryDtls>',
        '<Chrgs><Amt Ccy="EUR">1.00</Amt></Chrgs><Chrgs><Amt Ccy="EUR">0.50</Amt></Chrgs><NtryDtls>',
      ),
    ],
  ];
  test.each(kinds)('%s', (_which, net) => {
    expect(formatEntries(buildStatement('43.50', net + GOOD))).toEqual(['credit 28.50 (2)', 'credit 5.00 GOOD']);
    expect(formatEntries(buildNotification(net + GOOD))).toEqual(['credit 28.50 (2)', 'credit 5.00 GOOD']);
  });

  test('with charges that are not stated, only if the balances add up', () => {
    const net = buildEntry({ amount: '28.50', details: parts });
    expect(formatEntries(buildStatement('43.50', net + GOOD))).toEqual(['credit 28.50 (2)', 'credit 5.00 GOOD']);
    for (const unproved of [buildStatement('43.51', net + GOOD), buildNotification(net + GOOD)])
      expect(files.readStatements(Buffer.from(unproved))).toMatchObject({ kind: 'refused', reason: 'inconsistent' });
  });
});

test('a debit that differs from the sum of its parts is one booking, but is refused if a part is a return', () => {
  const debit = (more: string) => {
    const details = (buildPart('10.00', 'ONE', more) + buildPart('20.00', 'TWO')).replaceAll('CRDT', 'DBIT');
    return buildStatement('-16.50', buildEntry({ amount: '31.50', direction: 'DBIT', details }) + GOOD).replace(
      '-16.50</Amt><CdtDbtInd>CRDT',
      '16.50</Amt><CdtDbtInd>DBIT',
    );
  };
  expect(formatEntries(debit(''))).toEqual(['debit 31.50 (2)', 'credit 5.00 GOOD']);
  expect(files.readStatements(Buffer.from(debit(RETURNED)))).toMatchObject({
    kind: 'refused',
    reason: 'inconsistent',
  });
});

describe('a credit with an unreadable part is one booking without an order', () => {
  test.each([
    ['a negative amount', buildPart('-10.00', 'ONE') + buildPart('38.50', 'TWO')],
    ['an amount with more digits than the currency has', buildPart('10.005', 'ONE') + buildPart('18.495', 'TWO')],
    ['an amount without a currency', buildPart('10.00', 'ONE').replace(' Ccy="EUR"', '') + buildPart('18.50', 'TWO')],
    ['an invalid direction', buildPart('10.00', 'ONE').replace('CRDT', 'BOTH') + buildPart('18.50', 'TWO')],
    ['two amounts', buildPart('10.00', 'ONE', '<Amt Ccy="EUR">1</Amt>') + buildPart('18.50', 'TWO')],
  ])('%s', (_what, details) => {
    const [odd, good, ...more] = read(buildStatement('43.50', buildEntry({ amount: '28.50', details }) + GOOD));
    expect(odd).toMatchObject({
      amount: { units: 2_850n },
      remittance: '',
      endToEndId: '',
      furtherText: '',
      batch: null,
    });
    expect([good?.remittance, ...more]).toEqual(['GOOD']);
  });
});

describe('an unreadable booking is read as a sum without an order, if the balances add up', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['an impossible date', buildEntry({ amount: '28.50', day: '2026-02-30', details: buildPart('28.50', 'ODD') })],
    [
      'an invalid reversal',
      buildEntry({ amount: '28.50', head: '<RvslInd>maybe</RvslInd>', details: buildPart('28.50', 'ODD') }),
    ],
    [
      'an invalid count',
      buildEntry({ amount: '28.50', details: `<Btch><NbOfTxs>many</NbOfTxs></Btch>${buildPart('28.50', 'ODD')}` }),
    ],
    ['a text with elements', buildEntry({ amount: '28.50', details: buildPart('28.50', '<b>ODD</b>') })],
  ];
  test.each(odd)('%s', (_what, xml) => {
    const [unexplained, good] = read(buildStatement('43.50', xml + GOOD));
    expect(unexplained).toMatchObject({
      direction: 'credit',
      amount: { units: 2_850n },
      bookedOn: '2026-11-21',
      remittance: '',
      endToEndId: '',
      furtherText: '',
      transactionId: '',
      counterparty: { name: '', account: '' },
    });
    expect(good?.remittance).toBe('GOOD');
    for (const unproved of [buildStatement('43.51', xml + GOOD), buildNotification(xml + GOOD)])
      expect(files.readStatements(Buffer.from(unproved))).toMatchObject({ kind: 'refused', reason: 'inconsistent' });
  });

  test('and if it is a debit, keeps its reversal flag and its text', () => {
    const recall = buildEntry({ amount: '10.00', direction: 'DBIT', head: '<RvslInd>true</RvslInd>', day: 'soon' });
    const [debit] = read(
      buildStatement('5.00', recall.replace('</Ntry>', '<AddtlNtryInf>RECALL OF X</AddtlNtryInf></Ntry>') + GOOD),
    );
    expect(debit).toMatchObject({ direction: 'debit', reversal: true, remittance: 'RECALL OF X' });
  });

  test.each([
    ['whose date cannot be read', 'soon', buildPart('10.00', 'X', RETURNED)],
    ['of which a part cannot be read', undefined, buildPart('-1.00', 'X') + buildPart('11.00', 'Y', RETURNED)],
  ])('but a file with a debit %s is refused, since the debit may be a return', (_what, day, credited) => {
    const details = credited.replaceAll('CRDT', 'DBIT');
    const recall = buildEntry({ amount: '10.00', direction: 'DBIT', details, ...(day && { day }) });
    expect(files.readStatements(Buffer.from(buildStatement('5.00', recall + GOOD)))).toMatchObject({
      kind: 'refused',
      reason: 'inconsistent',
    });
  });

  test('but is omitted if it is only announced (pending)', () => {
    const announced = buildEntry({ amount: '1.005', status: 'PDNG', day: 'soon' });
    expect(formatEntries(buildNotification(announced + GOOD))).toEqual(['credit 5.00 GOOD']);
  });

  test('but the file is refused if the booking has no readable amount or direction', () => {
    for (const xml of [buildEntry({ amount: '1.005' }), buildEntry({ amount: '1.00' }).replace('CRDT', 'BOTH')])
      expect(files.readStatements(Buffer.from(buildStatement('16.00', xml + GOOD)))).toMatchObject({
        kind: 'refused',
        reason: 'inconsistent',
      });
  });
});

describe('a credit with one detail', () => {
  test('that states less than the booking may have other payers, so it is not assigned to an order', () => {
    expect(
      formatEntries(buildNotification(buildEntry({ amount: '28.50', details: buildPart('10.00', 'ONE') }))),
    ).toEqual(['credit 28.50 (2)']);
  });

  test('that states more than the booking had charges deducted, so the amount of the booking is used', () => {
    expect(
      formatEntries(buildNotification(buildEntry({ amount: '9.50', details: buildPart('10.00', 'ONE') }))),
    ).toEqual(['credit 9.50 ONE']);
  });

  test('that states zero, as in ISO 20022’s samples, has the amount of the booking', () => {
    expect(formatEntries(buildNotification(buildEntry({ amount: '9.50', details: buildPart('0', 'ONE') })))).toEqual([
      'credit 9.50 ONE',
    ]);
  });

  test('that states another currency has the amount of the booking', () => {
    const other = buildPart('11.00', 'ONE').replace('EUR', 'USD');
    expect(formatEntries(buildNotification(buildEntry({ amount: '10.00', details: other })))).toEqual([
      'credit 10.00 ONE',
    ]);
  });
});

describe('an empty optional element is read as absent, with or without attributes', () => {
  const withName = (name: string) =>
    buildPart('5.00', 'ONE').replace('<RmtInf>', `<RltdPties><Dbtr>${name}</Dbtr></RltdPties><RmtInf>`);

  test.each([
    ['an amount with only a currency', buildPart(' ', 'ONE')],
    ['an empty amount', buildPart('', 'ONE')],
    ['a name that is nil', withName('<Nm xsi:nil="true"/>')],
    ['a list item that is nil', withName('').replace('<RmtInf>', '<RmtInf><Ustrd xsi:nil="true"/>')],
  ])('%s', (_name, details) => {
    expect(formatEntries(buildNotification(buildEntry({ amount: '5.00', details })))).toEqual(['credit 5.00 ONE']);
  });

  test('but the amount of a booking is required', () => {
    expect(files.readStatements(Buffer.from(buildNotification(buildEntry({ amount: ' ' }))))).toMatchObject({
      kind: 'refused',
    });
  });
});

test('reads every one of equal bookings on a day, with the same ids in the next file', () => {
  const twice = GOOD + GOOD;
  const ids = (xml: string) => read(xml).map(({ entryId }) => entryId);
  expect(new Set(ids(buildNotification(twice))).size).toBe(2);
  expect(ids(buildStatement('20.00', twice))).toEqual(ids(buildNotification(twice)));
});
