import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportReading, StatementReading } from '../bankPort.ts';
import { createIso20022Files } from './iso20022.ts';
import { publicSamples } from './publicSamples.testing.ts';
import { contradictsItself, factsRead, reportFactsRead } from './readFacts.testing.ts';
import { factsOfReport, factsOfStatements } from './secondReader.testing.ts';

/** A folder with the files of `publicSamples.json`, under whatever names: they are known by their hashes. */
const folder = process.env['ISO20022_SAMPLES'];

const files = createIso20022Files();

function samplesIn(path: string): ReadonlyMap<string, Buffer> {
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found.map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return [createHash('sha256').update(bytes).digest('hex'), bytes];
    }),
  );
}

function isBelieved(reading: StatementReading | ReportReading): boolean {
  if (reading.kind === 'refused') return false;
  return !Array.isArray(reading.value) || !reading.value.some(contradictsItself);
}

describe.skipIf(folder === undefined)('public files of other makers', () => {
  const samples = folder === undefined ? new Map<string, Buffer>() : samplesIn(folder);

  test.each(publicSamples)('$repository $path', ({ sha256, refused }) => {
    const bytes = samples.get(sha256);
    if (!bytes) throw new Error('it is not in the folder');
    const report = files.readReport(bytes);
    const reading = report ?? files.readStatements(bytes);
    if (refused !== undefined) return expect(isBelieved(reading)).toBe(false);
    if (report?.kind === 'ok') return expect(reportFactsRead(report.value)).toEqual(factsOfReport(bytes));
    const statements = files.readStatements(bytes);
    if (statements.kind !== 'ok') throw new Error(statements.detail);
    expect(statements.value.filter(contradictsItself)).toEqual([]);
    expect(statements.value.map(factsRead)).toEqual(factsOfStatements(bytes));
  });
});
