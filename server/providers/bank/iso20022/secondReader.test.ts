import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildVariantFile, fileVariants, messageVersions } from './fileVariants.testing.ts';
import { createIso20022Files } from './iso20022.ts';
import { publicSamples } from './publicSamples.testing.ts';
import { toReportFacts, toStatementFacts } from './readFacts.testing.ts';
import { readReportFacts, readStatementFacts } from './secondReader.testing.ts';
import { FIXTURES, fixtureNames } from './writtenFiles.testing.ts';

const files = createIso20022Files();

function expectAgreement(bytes: Uint8Array): void {
  const reading = files.readStatements(bytes);
  if (reading.kind !== 'ok') throw new Error(reading.detail);
  expect(reading.value.map(toStatementFacts)).toEqual(readStatementFacts(bytes));
}

describe('an independent second parser finds the same', () => {
  test.each(fixtureNames.filter((name) => name.startsWith('camt')))('accounts, sums and ids in %s', (name) => {
    expectAgreement(readFileSync(new URL(name, FIXTURES)));
  });

  test.each(fixtureNames.filter((name) => name.startsWith('pain.002')))('statuses and reasons in %s', (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    const reading = files.readReport(bytes);
    if (reading?.kind !== 'ok') throw new Error('not read');
    expect(toReportFacts(reading.value)).toEqual(readReportFacts(bytes));
  });

  test.each(fileVariants)(
    'accounts, sums and ids in a file with $name, in every version of both messages',
    (variant) => {
      for (const version of messageVersions)
        for (const kind of ['statement', 'notification'] as const)
          expectAgreement(buildVariantFile(variant, kind, version));
    },
  );
});

test('lists each public file once', () => {
  expect(new Set(publicSamples.map(({ sha256 }) => sha256)).size).toBe(publicSamples.length);
});

test('lists at least sixty readable public files of twenty-five makers', () => {
  const makers = publicSamples
    .filter(({ refused }) => refused === undefined)
    .map(({ maker }) => maker)
    .filter((maker) => maker !== undefined);
  expect(makers.length).toBeGreaterThanOrEqual(60);
  expect(new Set(makers).size).toBeGreaterThanOrEqual(25);
});
