import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createIso20022Files } from './iso20022.ts';
import { FIXTURES } from './writtenFiles.testing.ts';

const files = createIso20022Files();
const read = (xml: string) => files.readStatements(Buffer.from(xml));

const DECLARATION = /^<\?xml[^>]*\?>\s*/;
const readFixture = (name: string) => readFileSync(new URL(`${name}.xml`, FIXTURES), 'utf8');
const message = readFixture('camt.053.001.08').replace(DECLARATION, '');

const buildHeader = (
  announced: string,
  more = '',
) => `<h:AppHdr xmlns:h="urn:iso:std:iso:20022:tech:xsd:head.001.001.02">
<h:Fr><h:FIId><h:FinInstnId><h:BICFI>SOGEDEFF</h:BICFI></h:FinInstnId></h:FIId></h:Fr>
<h:To><h:FIId><h:FinInstnId><h:BICFI>SLIPDEFF</h:BICFI></h:FinInstnId></h:FIId></h:To>
<h:BizMsgIdr>M1</h:BizMsgIdr><h:MsgDefIdr>${announced}</h:MsgDefIdr><h:CreDt>2026-11-21T20:00:00Z</h:CreDt>${more}</h:AppHdr>`;
const HEADER = buildHeader('camt.053.001.08');

describe('a message in an envelope is read like a bare one', () => {
  test.each<[string, string]>([
    ['next to its header', `<message>${HEADER}${message}</message>`],
    ['in ISO’s envelope', `<BizMsgEnvlp><Hdr>${HEADER}</Hdr><Doc>${message}</Doc></BizMsgEnvlp>`],
    ['in the body of a network', `<s:DataPDU xmlns:s="urn:x"><s:Body>${HEADER}${message}</s:Body></s:DataPDU>`],
    [
      'whose prefix the envelope declares',
      `<e:Envelope xmlns:e="urn:e" xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${HEADER}${message
        .replace(/ xmlns="[^"]*"/, '')
        .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1d:')}</e:Envelope>`,
    ],
    [
      'after a long signature',
      `<message>${buildHeader('camt.053.001.08', `<h:Sgntr>${'c2ln'.repeat(5_000)}</h:Sgntr>`)}${message}</message>`,
    ],
  ])('%s', (_how, xml) => {
    expect(read(xml)).toEqual(read(message));
    expect(read(xml).kind).toBe('ok');
  });

  test('with a report on transfers', () => {
    const report = readFixture('pain.002.001.10').replace(DECLARATION, '');
    const wrapped = `<message>${buildHeader('pain.002.001.10')}${report}</message>`;
    expect(files.readReport(Buffer.from(wrapped))).toEqual(files.readReport(Buffer.from(report)));
    expect(files.readReport(Buffer.from(report))).toMatchObject({ kind: 'ok' });
  });
});

test.each<[string, string, string, string]>([
  [
    'of two messages',
    `<message>${HEADER}${message}${message}</message>`,
    'not_a_statement',
    '1 headers and 2 messages',
  ],
  ['without a message', `<message>${HEADER}</message>`, 'not_a_statement', '1 headers and 0 messages'],
  ['with two headers', `<message>${HEADER}${HEADER}${message}</message>`, 'not_a_statement', '2 headers'],
  ['without a header', `<message>${message}</message>`, 'not_a_statement', 'neither a statement'],
  [
    'that announces no message',
    `<message><AppHdr>x</AppHdr>${message}</message>`,
    'not_a_statement',
    'announces no message',
  ],
  [
    'that announces another message',
    `<message>${buildHeader('camt.054.001.08')}${message}</message>`,
    'inconsistent',
    'its envelope announces camt.054.001.08, and it is camt.053.001.08',
  ],
  [
    'of an intraday report',
    `<message>${buildHeader('camt.052.001.08')}${message.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')}</message>`,
    'intraday_report',
    'camt.054 (notifications)',
  ],
])('refuses an envelope %s', (_what, xml, reason, detail) => {
  expect(read(xml)).toMatchObject({ kind: 'refused', reason, detail: expect.stringContaining(detail) });
});
