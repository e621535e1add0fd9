import { readdirSync } from 'node:fs';
import type { Booking } from '../../../../sandbox/bank/bankState.ts';
import { renderCamt } from '../../../../sandbox/bank/camtFiles.ts';
import { renderStatusReport as renderSandboxReport } from '../../../../sandbox/bank/statusReportFile.ts';
import { createIso20022Files } from './iso20022.ts';
import { renderReport } from './painReport.testing.ts';

export const FIXTURES = new URL('./fixtures/', import.meta.url);
export const fixtureNames = readdirSync(FIXTURES).filter((name) => name.endsWith('.xml'));

const EURO = { id: 'iso4217:EUR', code: 'EUR', decimals: 2 };
const OWN = { name: 'Operator', account: 'DE75512108001245126199', bankCode: 'SOGEDEFF' };
const PAYER = { name: 'Ada', account: 'NL91ABNA0417164300' };
const CREATED = '2026-11-21T12:00:00.000Z';

type WrittenFile = { readonly name: string; readonly bytes: Uint8Array };

/** Returns one file of each kind that the product or its sandbox writes. */
export function createWrittenFiles(): WrittenFile[] {
  return [
    { name: 'the file of transfers', bytes: createTransferFile() },
    { name: 'a statement of the sandbox', bytes: createSandboxFile('statement') },
    { name: 'a notification of the sandbox', bytes: createSandboxFile('notification') },
    { name: 'a report of the sandbox', bytes: createSandboxReport() },
    { name: 'a report of a test', bytes: Buffer.from(createTestReport()) },
  ];
}

function createTransferFile(): Uint8Array {
  const transfer = { amount: { units: 100n, asset: EURO }, creditor: PAYER, remittance: 'thanks' };
  return createIso20022Files().writeTransfers({
    batchId: 'B1',
    createdAt: new Date(CREATED),
    debtor: OWN,
    transfers: [
      { ...transfer, transferId: 'R1' },
      { ...transfer, transferId: 'R2', creditor: { name: 'Bob', account: '4711' }, remittance: '' },
    ],
  });
}

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

function createSandboxFile(kind: 'statement' | 'notification'): Uint8Array {
  const references = bookings.map(({ reference }) => reference);
  const reports = [{ currency: 'EUR', opening: '0.00', number: 1 }];
  const file = { name: 'f.xml', kind, createdAt: CREATED, references, day: '2026-11-21', reports };
  return renderCamt(file, bookings);
}

function createSandboxReport(): Uint8Array {
  const refused = [{ messageId: 'B1', blockId: 'B1-1', endToEndId: 'R1', reason: 'AC04' }];
  return renderSandboxReport({ name: 'r.xml', kind: 'report', createdAt: CREATED, references: [], refused });
}

function createTestReport(): string {
  const transfers = [{ id: 'R1', status: 'RJCT', code: 'AC04', bankText: 'closed' }];
  return renderReport({ batchId: 'B1', blocks: [{ blockId: 'B1-1', status: 'PART', transfers }] });
}
