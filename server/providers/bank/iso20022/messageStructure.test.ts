import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findStructureFaults } from './messageStructure.testing.ts';
import { createWrittenFiles, FIXTURES, fixtureNames } from './writtenFiles.testing.ts';

describe('has the structure of its message', () => {
  test.each(fixtureNames)('the fixture %s', (name) => {
    expect(findStructureFaults(readFileSync(new URL(name, FIXTURES)))).toEqual([]);
  });

  test.each(createWrittenFiles())('$name', ({ bytes }) => {
    expect(findStructureFaults(bytes)).toEqual([]);
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
  expect(findStructureFaults(Buffer.from(xml.replace(find, replace), 'latin1'))).not.toEqual([]);
});
