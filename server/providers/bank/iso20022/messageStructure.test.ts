import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Booking } from '../../../../sandbox/bank/bankBooks.ts';
import { renderCamt } from '../../../../sandbox/bank/camtFiles.ts';
import { renderReport as renderSandboxReport } from '../../../../sandbox/bank/reportFiles.ts';
import { createIso20022Files } from './iso20022.ts';
import { structureFaults } from './messageStructure.testing.ts';
import { renderReport } from './painReport.testing.ts';

const FIXTURES = new URL('./fixtures/', import.meta.url);
const EURO = { id: 'iso4217:EUR', code: 'EUR', decimals: 2 };
const OWN = { name: 'Operator', account: 'DE75512108001245126199', bankCode: 'SOGEDEFF' };
const PAYER = { name: 'Ada', account: 'NL91ABNA0417164300' };

describe('has the structure of its message', () => {
  test.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.xml')))('the fixture %s', (name) => {
    expect(structureFaults(readFileSync(new URL(name, FIXTURES)))).toEqual([]);
  });

  test('the file of transfers', () => {
    const transfer = { amount: { units: 100n, asset: EURO }, creditor: PAYER, remittance: 'thanks' };
    const bytes = createIso20022Files().writeTransfers({
      batchId: 'B1',
      createdAt: new Date('2026-11-21T12:00:00Z'),
      debtor: OWN,
      transfers: [
        { ...transfer, transferId: 'R1' },
        { ...transfer, transferId: 'R2', creditor: { name: 'Bob', account: '4711' }, remittance: '' },
      ],
    });
    expect(structureFaults(bytes)).toEqual([]);
  });

  const booking: Booking = {
    reference: 'B1',
    direction: 'credit',
    amount: '1.00',
    currency: 'EUR',
    bookedAt: '2026-11-21T11:00:00.000Z',
    endToEndId: '',
    remittance: 'thanks',
    counterpartyName: PAYER.name,
    counterpartyAccount: PAYER.account,
  };
  const bookings: readonly Booking[] = [
    booking,
    { ...booking, reference: 'B2', direction: 'debit', returnReason: 'FOCR', remittance: 'RF18539007547034' },
    { ...booking, reference: 'B3', remittance: '', counterpartyAccount: '4711' },
  ];

  test.each(['statement', 'notification'] as const)('a %s of the sandbox', (kind) => {
    const references = bookings.map(({ reference }) => reference);
    const reports = [{ currency: 'EUR', opening: '0.00', number: 1 }];
    const file = { name: 'f.xml', kind, createdAt: '2026-11-21T12:00:00.000Z', references, day: '2026-11-21', reports };
    expect(structureFaults(renderCamt(file, bookings))).toEqual([]);
  });

  test('a report of the sandbox, and one of a test', () => {
    const createdAt = '2026-11-21T12:00:00.000Z';
    const refused = [{ messageId: 'B1', blockId: 'B1-1', endToEndId: 'R1', reason: 'AC04' }];
    const sandbox = renderSandboxReport({ name: 'r.xml', kind: 'report', createdAt, references: [], refused });
    expect(structureFaults(sandbox)).toEqual([]);
    const transfers = [{ id: 'R1', status: 'RJCT', code: 'AC04', words: 'closed' }];
    const blocks = [{ blockId: 'B1-1', status: 'PART', transfers }];
    expect(structureFaults(Buffer.from(renderReport({ batchId: 'B1', blocks })))).toEqual([]);
  });
});

test.each<[string, string, string]>([
  ['an element in another place', '<Sts>BOOK</Sts>', ''],
  ['one that is not in the message', '<NtryDtls>', '<Other/><NtryDtls>'],
  ['one that is there twice', '<CdtDbtInd>CRDT</CdtDbtInd>', '<CdtDbtInd>CRDT</CdtDbtInd><CdtDbtInd>CRDT</CdtDbtInd>'],
  ['text beside elements', '<NtryDtls>', 'text<NtryDtls>'],
])('%s is a fault', (_what, find, replace) => {
  const xml = readFileSync(new URL('camt.053.001.04.xml', FIXTURES)).toString('latin1');
  expect(xml).toContain(find);
  expect(structureFaults(Buffer.from(xml.replace(find, replace), 'latin1'))).not.toEqual([]);
});
