import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { importStatementFile } from '../payment/bankStatements/importStatementFile.ts';
import { alertUnconfirmedBookings } from '../payment/bookings/alertUnconfirmedBookings.ts';
import { buildBankEntry, createTestBank, createTransferOrder, EURO, OWN_ACCOUNT } from './testBank.testing.ts';

const { database } = await openOwnDatabase();

// Statements continue one another, so each test starts with an account without any.
beforeEach(() =>
  database.run(
    sql`truncate bank_statements, bank_entries, account_statements, transfer_batches, operator_alerts cascade`,
  ),
);

const cents = (units: bigint) => createAmount(EURO, units);

function createStatement(
  day: string,
  [opening, closing]: readonly [bigint, bigint],
  entries: readonly BankEntry[] = [],
  overrides: Partial<BankStatement> = {},
): Partial<BankStatement> {
  return {
    statementId: `S-${day}`,
    kind: 'statement',
    balances: { opening: cents(opening), closing: cents(closing), closedOn: day, later: [], forecasts: [] },
    entries,
    ...overrides,
  };
}

async function listAlerts(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await database.many<{ facts: Record<string, unknown> }>(
    sql`select facts from operator_alerts where kind = ${kind} order by id`,
  );
  return rows.map(({ facts }) => facts);
}

describe('a file about another account', () => {
  test('is refused as a whole with the account’s number, and pays nothing', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    const account = 'GB33BUKB20201555555555';
    await bank.deliver({ account, entries: [buildBankEntry({ account, remittance: reference })] });
    expect((await order()).received.units).toBe(0n);
    expect(bank.refused).toEqual([expect.stringContaining(`foreign_account: s is for the account ${account}`)]);
    expect(await listAlerts('bank_statement')).toMatchObject([{ reason: 'foreign_account' }]);
    expect(await database.many(sql`select 1 from bank_entries`)).toEqual([]);
  });

  test('that also contains the operator’s account is read in part, and in full once the operator has both', async () => {
    const { reference, order } = await createTransferOrder(database);
    const other = await createTransferOrder(database);
    const bank = createTestBank(database);
    const account = 'GB33BUKB20201555555555';
    const notification = (
      iban: string,
      text: string,
    ) => `<Ntfctn><Id>N${iban}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Ntfctn>`;
    const file = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr>
${notification(account, other.reference)}${notification(OWN_ACCOUNT, reference)}</BkToCstmrDbtCdtNtfctn></Document>`;
    await bank.deliverFile(file);
    await bank.deliverFile(file);
    expect(bank.refused).toEqual([]);
    expect((await order()).received.units).toBe(10_000n);
    expect((await other.order()).received.units).toBe(0n);
    expect(await listAlerts('bank_statement')).toMatchObject([
      { reason: 'foreign_account_ignored', detail: expect.stringContaining(account) },
    ]);
    await database.run(sql`
      insert into transfer_batches (id, account, created_at) values ('SLP2', ${account}, slipway_now())`);
    await bank.deliverFile(file);
    expect((await order()).received.units).toBe(10_000n);
    expect((await other.order()).received.units).toBe(10_000n);
  });

  test('is accepted if the operator has used the account before', async () => {
    const account = 'DE89370400440532013000';
    await database.run(sql`
      insert into transfer_batches (id, account, created_at) values ('SLP1', ${account}, slipway_now())`);
    const { reference, order } = await createTransferOrder(database);
    await createTestBank(database).deliver({ account, entries: [buildBankEntry({ account, remittance: reference })] });
    expect((await order()).status).toBe('paid');
  });
});

test.each<[string, string | null]>([
  ['not_a_statement', 'nothing'],
  ['unsupported_version', camt('camt.054.001.01', '')],
  ['inconsistent', camt('camt.054.001.08', '<Ntry><Amt>1</Amt></Ntry>')],
  ['foreign_account', camt('camt.054.001.08', '')],
  ['too_large', null],
])('reports a file that is refused as %s, with its reason', async (reason, content) => {
  const bank = createTestBank(database);
  await bank.deliverFile(content);
  expect(bank.refused).toEqual([expect.stringMatching(`^${reason}: `)]);
  const [alert] = await listAlerts('bank_statement');
  expect(alert).toMatchObject({ reason, detail: bank.refused[0], file: expect.stringMatching(/xml$/) });
});

test('ignores intraday reports, and raises one alert about them', async () => {
  const { reference, order } = await createTransferOrder(database);
  const bank = createTestBank(database);
  for (const hour of ['11', '12']) {
    await bank.deliverFile(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt>
<GrpHdr><MsgId>M${hour}</MsgId><CreDtTm>2026-11-21T${hour}:00:00Z</CreDtTm></GrpHdr>
<Rpt><Id>R</Id><Acct><Id><IBAN>${OWN_ACCOUNT}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">100.00</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AddtlNtryInf>${reference}</AddtlNtryInf></Ntry></Rpt>
</BkToCstmrAcctRpt></Document>`);
  }
  expect((await order()).received.units).toBe(0n);
  expect(bank.refused).toHaveLength(2);
  expect(await listAlerts('bank_statement')).toMatchObject([
    { reason: 'intraday_report', detail: expect.stringContaining('camt.054 (notifications)') },
  ]);
});

/** A notification about an account that is not the operator's. */
function camt(message: string, entries: string): string {
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr>
<Ntfctn><Id>N</Id><Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Ntfctn>
</BkToCstmrDbtCdtNtfctn></Document>`;
}

test('leaves a collective credit with deducted charges to a person, and books the other credits of its file', async () => {
  const { reference, order } = await createTransferOrder(database);
  const other = await createTransferOrder(database);
  const bank = createTestBank(database);
  const part = (text: string) => `<TxDtls><Amt Ccy="EUR">100.00</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  const entry = (amount: string, details: string) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;
  const balance = (code: string, amount: string) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>`;
  await bank.deliverFile(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S</Id><CreDtTm>2026-11-21T20:00:00Z</CreDtTm>
<Acct><Id><IBAN>${OWN_ACCOUNT}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', '0.00')}${balance('CLBD', '298.50')}
${entry('198.50', part(reference) + part('thanks'))}${entry('100.00', part(other.reference))}</Stmt></BkToCstmrStmt></Document>`);
  expect(bank.refused).toEqual([]);
  expect((await order()).received.units).toBe(0n);
  expect((await other.order()).received.units).toBe(10_000n);
  expect(await listAlerts('bank_entry')).toMatchObject([{ reason: 'not_itemized', amount: '198.50 EUR' }]);
});

describe('bank statements', () => {
  const createCredit = (units: bigint, remittance = '') => buildBankEntry({ amount: cents(units), remittance });

  test('continue one another, and one that does not is refused with its balances', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)]));
    await bank.deliver(createStatement('2026-06-03', [800n, 10_800n], [createCredit(10_000n, reference)]));
    expect((await order()).received.units).toBe(0n);
    expect(bank.refused).toEqual([
      `does_not_continue: S-2026-06-03 of ${OWN_ACCOUNT}: it opens with 8.00 EUR, but the one before it, S-2026-06-01 until 2026-06-01, closed with 5.00 EUR: a statement between them is missing`,
    ]);
    await bank.deliver(createStatement('2026-06-02', [500n, 800n], [createCredit(300n)]));
    await bank.deliver(createStatement('2026-06-03', [800n, 10_800n], [createCredit(10_000n, reference)]));
    expect((await order()).status).toBe('paid');
  });

  test('are sorted by day before they are stored', async () => {
    const bank = createTestBank(database);
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)]));
    await bank.deliver(
      createStatement('2026-06-04', [700n, 700n]),
      createStatement('2026-06-03', [800n, 700n], [buildBankEntry({ direction: 'debit', amount: cents(100n) })]),
      createStatement('2026-06-02', [500n, 800n], [createCredit(300n)]),
    );
    expect(bank.refused).toEqual([]);
    expect(await database.many(sql`select 1 from account_statements where follows is not null`)).toHaveLength(3);
  });

  test('count once when repeated, and are refused without balances', async () => {
    const bank = createTestBank(database);
    const first = createStatement('2026-06-01', [0n, 500n], [buildBankEntry({ entryId: 'a', amount: cents(500n) })]);
    await bank.deliver(first);
    await bank.deliver(first);
    expect(await database.many(sql`select 1 from bank_entries`)).toHaveLength(1);
    await bank.deliver(
      createStatement('2026-06-02', [0n, 0n], [], {
        balances: { opening: null, closing: null, closedOn: '2026-06-02', later: [], forecasts: [] },
      }),
    );
    expect(bank.refused).toEqual(['no_balances: S-2026-06-02 has no closing balance']);
  });

  test('of one account continue separately for each currency', async () => {
    const bank = createTestBank(database);
    const yen = fiatAsset('JPY');
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)]));
    await bank.deliver({
      ...createStatement('2026-06-01', [0n, 0n], [buildBankEntry({ amount: createAmount(yen, 7n) })]),
      currency: 'JPY',
      balances: {
        opening: createAmount(yen, 0n),
        closing: createAmount(yen, 7n),
        closedOn: '2026-06-01',
        later: [],
        forecasts: [],
      },
    });
    expect(bank.refused).toEqual([]);
  });

  test('with a gap in their numbers are accepted, and raise an alert', async () => {
    const bank = createTestBank(database);
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)], { sequenceNumber: 1 }));
    await bank.deliver(createStatement('2026-06-02', [500n, 500n], [], { sequenceNumber: 3 }));
    expect(await listAlerts('bank_statement')).toMatchObject([
      { reason: 'number', detail: 'number 3 follows number 1' },
    ]);
  });

  test('continue after a gap when an operator gives the opening balance', async () => {
    const bank = createTestBank(database);
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)]));
    const reading = { kind: 'statements' as const, value: [] as BankStatement[] };
    const template = createStatement('2026-06-09', [-250n, 50n], [createCredit(300n)]);
    reading.value.push({
      account: OWN_ACCOUNT,
      currency: 'EUR',
      sequenceNumber: null,
      pageNumber: null,
      createdAt: '',
      ...template,
    } as BankStatement);
    const context = {
      database,
      catalog: seededSettings().catalog,
      bankFiles: { ...createIso20022Files(), read: async () => reading },
    };
    const file = { name: 'late.xml', bytes: Buffer.from('late'), importedBy: 'anna' };
    expect(await importStatementFile(context, file)).toMatchObject({ kind: 'refused', reason: 'does_not_continue' });
    expect(await importStatementFile(context, file, '2.50')).toMatchObject({ kind: 'refused' });
    expect(await importStatementFile(context, file, 'a lot')).toMatchObject({ kind: 'refused' });
    expect(await importStatementFile(context, file, '-2.50')).toMatchObject({ kind: 'imported', newEntries: 1 });
    expect(await database.many(sql`select 1 from account_statements where started_by = 'anna'`)).toHaveLength(1);
  });

  test('of a bank that counts by value dates continue one another with all bookings', async () => {
    const name = '../../providers/bank/iso20022/fixtures/camt.053.001.04.value-days.xml';
    const xml = await readFile(new URL(name, import.meta.url), 'utf8');
    const bank = createTestBank(database);
    await bank.deliverFile(xml.replaceAll('CH5604835012345678009', OWN_ACCOUNT).replaceAll('CHF', 'EUR'));
    expect(bank.refused).toEqual([]);
    expect(
      await database.many(sql`
        select opening_units as opening, closing_units as closing, uncounted from account_statements order by id`),
    ).toEqual([
      {
        opening: 100_000n,
        closing: 109_250n,
        uncounted: [
          { on: '2026-11-20', units: '2500' },
          { on: '2026-11-23', units: '750' },
        ],
      },
      { opening: 109_250n, closing: 109_250n, uncounted: [{ on: '2026-11-23', units: '750' }] },
      { opening: 109_250n, closing: 109_250n, uncounted: [] },
    ]);
  });

  test('that do not continue one another are refused by the database', async () => {
    const bank = createTestBank(database);
    await bank.deliver(createStatement('2026-06-01', [0n, 500n], [createCredit(500n)]));
    const follow = (opening: number, net: number, closing: number) =>
      database.run(sql`
        insert into account_statements (file_hash, account, currency, statement_id, closed_on, opening_units, net_units,
          closing_units, follows, created_at)
        select file_hash, account, currency, 'forged', closed_on, ${opening}, ${net}, ${closing}, id, now()
        from account_statements limit 1`);
    await expect(follow(501, 0, 501)).rejects.toThrow('account_statements_continue');
    await expect(follow(500, 1, 500)).rejects.toThrow('account_statements_sum_check');
    await follow(500, 0, 500);
    await expect(follow(500, 1, 501)).rejects.toThrow('follows');
  });
});

describe('a booking', () => {
  const day = '2026-06-10';

  test('pays once when notification and statement describe it differently', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({ bookedOn: day, remittance: reference, reference: 'R1', endToEndId: 'A' });
    await bank.deliver(
      createStatement(
        day,
        [0n, 10_000n],
        [buildBankEntry({ bookedOn: day, remittance: `${reference} EREF B`, endToEndId: 'B' })],
      ),
    );
    expect(await order()).toMatchObject({ status: 'paid', received: { units: 10_000n }, surplus: { units: 0n } });
  });

  test('counts twice when one statement contains it twice', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    const twin = { bookedOn: day, remittance: reference, amount: cents(5_000n) };
    await bank.deliverBookings({ ...twin, entryId: 'h' });
    await bank.deliver(
      createStatement(
        day,
        [0n, 10_000n],
        [buildBankEntry({ ...twin, entryId: 'h' }), buildBankEntry({ ...twin, entryId: 'h:2' })],
      ),
    );
    expect(await order()).toMatchObject({ status: 'paid', received: { units: 10_000n } });
  });

  test('waits for a person when it may already have been reported', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    await bank.deliverBookings({ bookedOn: day, remittance: 'GESENDET UEBER FREMDBANK' });
    await bank.deliver(createStatement(day, [0n, 10_000n], [buildBankEntry({ bookedOn: day, remittance: reference })]));
    expect((await order()).received.units).toBe(0n);
    expect((await listAlerts('bank_entry')).map(({ reason }) => reason)).toEqual([
      'no_reference',
      'possible_duplicate',
    ]);
  });

  test('is refused when it is notified for a day whose statement lacks it', async () => {
    const { reference, order } = await createTransferOrder(database);
    const bank = createTestBank(database);
    for (const [index, closedOn] of ['2026-06-09', day, '2026-06-11'].entries()) {
      await bank.deliver(createStatement(closedOn, [0n, 0n], [], { statementId: `S${index}` }));
    }
    await bank.deliverBookings({ bookedOn: day, remittance: reference });
    expect((await order()).received.units).toBe(0n);
    expect(bank.refused).toEqual([
      expect.stringContaining(`contradicts: the notification contains a booking of ${day}`),
    ]);
    await bank.deliverBookings({ bookedOn: '2026-06-11', remittance: reference });
    expect((await order()).status).toBe('paid');
  });

  test('raises an alert if no statement confirms it within five days', async () => {
    const bank = createTestBank(database);
    await bank.deliverBookings({ entryId: 'lost', bookedOn: day }, { entryId: 'found', reference: 'F', bookedOn: day });
    await bank.deliver(
      createStatement(day, [0n, 10_000n], [buildBankEntry({ entryId: 'found', reference: 'F', bookedOn: day })]),
    );
    await alertUnconfirmedBookings({ database });
    expect(await listAlerts('bank_unconfirmed')).toEqual([]);
    await database.run(sql`update bank_entries set created_at = created_at - interval '6 days'`);
    await alertUnconfirmedBookings({ database });
    await alertUnconfirmedBookings({ database });
    expect(await listAlerts('bank_unconfirmed')).toEqual([
      { account: OWN_ACCOUNT, currency: 'EUR', day, bookings: 1, oneOfThem: 'lost' },
    ]);
  });

  test('does not delay other bookings while it waits for a price', async () => {
    const orders = await Promise.all(Array.from({ length: 60 }, () => createTransferOrder(database)));
    const bank = createTestBank(database);
    bank.removePrice();
    const short = await createTransferOrder(database);
    await bank.deliverBookings(...orders.map(({ reference }) => ({ remittance: reference })));
    await bank.deliverBookings({ remittance: short.reference, amount: cents(100n) });
    expect((await short.order()).received.units).toBe(100n);
  });

  test('is refused with its file when the database cannot store it, and other files are read', async () => {
    const bank = createTestBank(database);
    await bank.deliver(
      { entries: [buildBankEntry({ bookedOn: '0000-13-45' })] },
      { entries: [buildBankEntry({ entryId: randomUUID() })] },
    );
    expect(bank.refused).toEqual([expect.stringContaining('unstorable')]);
    expect(await database.many(sql`select 1 from bank_entries`)).toHaveLength(1);
  });
});
