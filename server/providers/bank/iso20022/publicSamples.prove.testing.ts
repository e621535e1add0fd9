import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportResult, StatementResult } from '../bankPort.ts';
import { createIso20022Files } from './iso20022.ts';
import { publicSamples } from './publicSamples.testing.ts';
import { hasContradiction, toReportFacts, toStatementFacts } from './readFacts.testing.ts';
import { readReportFacts, readStatementFacts } from './secondReader.testing.ts';

/** A folder with the files of `publicSamples.json`, under any names: they are identified by their hashes. */
const folder = process.env['ISO20022_SAMPLES'];

const files = createIso20022Files();

function findSamples(path: string): ReadonlyMap<string, Buffer> {
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found.map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return [createHash('sha256').update(bytes).digest('hex'), bytes];
    }),
  );
}

function isAccepted(reading: StatementResult | ReportResult): boolean {
  if (reading.kind === 'refused') return false;
  return !Array.isArray(reading.value) || !reading.value.some(hasContradiction);
}

describe.skipIf(folder === undefined)(
  'both readers agree on a public file, unless the list states why it is refused',
  () => {
    const samples = folder === undefined ? new Map<string, Buffer>() : findSamples(folder);

    test.each(publicSamples)('$repository $path', ({ sha256, refused }) => {
      const bytes = samples.get(sha256);
      if (!bytes) throw new Error('it is not in the folder');
      const report = files.readReport(bytes);
      const reading = report ?? files.readStatements(bytes);
      if (refused !== undefined) return expect(isAccepted(reading)).toBe(false);
      if (report?.kind === 'ok') return expect(toReportFacts(report.value)).toEqual(readReportFacts(bytes));
      const statements = files.readStatements(bytes);
      if (statements.kind !== 'ok') throw new Error(statements.detail);
      expect(statements.value.filter(hasContradiction)).toEqual([]);
      expect(statements.value.map(toStatementFacts)).toEqual(readStatementFacts(bytes));
    });
  },
);
