import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { structureFaults } from './messageStructure.testing.ts';
import { FIXTURES, fixtureNames, writtenFiles } from './writtenFiles.testing.ts';

describe('has the structure of its message', () => {
  test.each(fixtureNames)('the fixture %s', (name) => {
    expect(structureFaults(readFileSync(new URL(name, FIXTURES)))).toEqual([]);
  });

  test.each(writtenFiles())('$name', ({ bytes }) => {
    expect(structureFaults(bytes)).toEqual([]);
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
