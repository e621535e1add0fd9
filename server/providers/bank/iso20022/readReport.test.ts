import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';
import { renderReport } from './painReport.testing.ts';

const files = createIso20022Files();
const readFixture = (name: string) => readFile(new URL(`./fixtures/${name}.xml`, import.meta.url));
const NO_STATUS = { status: '', reason: '', bankText: '' };

describe('banks’ reports on transfers', () => {
  test('pain.002.001.03: reads statuses of single transfers', async () => {
    expect(files.readReport(await readFixture('pain.002.001.03'))).toEqual({
      kind: 'ok',
      value: {
        reportId: 'BANK/20261121-PSR/1',
        createdAt: '2026-11-21T17:23:37',
        batchId: 'SLP1',
        reportedMessageType: 'pain.001.001.03',
        file: { ...NO_STATUS, status: 'PART' },
        blocks: [
          {
            blockId: 'SLP1-1',
            ...NO_STATUS,
            transfers: [
              { ids: ['RFD1'], status: 'PDNG', reason: '', bankText: 'Payment validation is in progress' },
              { ids: ['RFD2'], status: 'RJCT', reason: 'AC04, X9', bankText: 'Account closed since May' },
            ],
          },
        ],
      },
    });
  });

  test('pain.002.001.10: reads a name check without ids', async () => {
    expect(files.readReport(await readFixture('pain.002.001.10'))).toMatchObject({
      kind: 'ok',
      value: {
        batchId: 'SLP2',
        file: { status: '', bankText: 'RVNA - The name could not be compared.' },
        blocks: [{ blockId: '', transfers: [{ ids: [], status: 'RVNA', reason: 'AG11' }] }],
      },
    });
  });

  test.each(['03', '10', '11', '12', '13', '14'])('reads version %s', (version) => {
    const report = renderReport({ version, batchId: 'SLP3', file: { status: 'RJCT', code: 'FF01', bankText: 'no' } });
    expect(files.readReport(Buffer.from(report))).toMatchObject({
      kind: 'ok',
      value: { batchId: 'SLP3', file: { status: 'RJCT', reason: 'FF01', bankText: 'no' } },
    });
  });
});

describe('other files', () => {
  const report = renderReport({ batchId: 'SLP3' });
  test.each<[string, string, string | undefined]>([
    ['an unsupported version', report.replace('001.10', '001.02'), 'unsupported_version'],
    ['a namespace of another message', report.replace('pain.002', 'pain.014'), 'unsupported_version'],
    ['a report without its head', report.replace(/<GrpHdr>.*<\/GrpHdr>/, ''), 'inconsistent'],
    ['a report about no file', report.replace('<OrgnlMsgId>SLP3</OrgnlMsgId>', ''), 'inconsistent'],
    ['a report with a document type', report.replace('<Document', '<!DOCTYPE a><Document'), undefined],
    ['a truncated report', report.slice(0, -20), undefined],
    ['two reports in one', report.replace(/<CstmrPmtStsRpt>[\s\S]*<\/CstmrPmtStsRpt>/, '$&$&'), 'inconsistent'],
  ])('refuses or ignores %s', (_what, content, reason) => {
    const reading = files.readReport(Buffer.from(content));
    expect(reading?.kind === 'refused' ? reading.reason : reading?.kind).toBe(reason);
  });

  test('ignores a statement', async () => {
    expect(files.readReport(await readFixture('camt.053.001.08'))).toBeUndefined();
  });
});
