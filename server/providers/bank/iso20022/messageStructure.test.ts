import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findStructureFaults } from './messageStructure.testing.ts';
import { createWrittenFiles, FIXTURES, fixtureNames } from './writtenFiles.testing.ts';

describe('the structure of its message', () => {
  test.each(fixtureNames)('is matched by the fixture %s', (name) => {
    expect(findStructureFaults(readFileSync(new URL(name, FIXTURES)))).toEqual([]);
  });

  test.each(createWrittenFiles())('is matched by $name', ({ bytes }) => {
    expect(findStructureFaults(bytes)).toEqual([]);
  });
});

test.each<[string, string, string]>([
  ['a missing element', '<Sts>BOOK</Sts>', ''],
  ['an unknown element', '<NtryDtls>', '<Other/><NtryDtls>'],
  ['a repeated element', '<CdtDbtInd>CRDT</CdtDbtInd>', '<CdtDbtInd>CRDT</CdtDbtInd><CdtDbtInd>CRDT</CdtDbtInd>'],
  ['text between elements', '<NtryDtls>', 'text<NtryDtls>'],
])('reports %s', (_what, find, replace) => {
  const xml = readFileSync(new URL('camt.053.001.04.xml', FIXTURES)).toString('latin1');
  expect(xml).toContain(find);
  expect(findStructureFaults(Buffer.from(xml.replace(find, replace), 'latin1'))).not.toEqual([]);
});
