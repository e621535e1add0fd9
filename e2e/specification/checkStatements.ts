import { delimiter } from 'node:path';
import { READABLE_REPORTS_VARIABLE, readReport } from '../../tools/test/report.ts';
import { findUnprovenStatements } from './findUnprovenStatements.ts';
import { sections } from './statements.ts';

/** Checks that every test that a statement of the specification names ran in this run of `npm test` and passed. */
const files = (process.env[READABLE_REPORTS_VARIABLE] ?? '').split(delimiter);
const reports = files.map(readReport);
const faults = reports.every((report) => report !== undefined)
  ? [
      ...new Set(
        findUnprovenStatements(
          Object.values(sections).flat(),
          reports.flatMap(({ results }) => results),
        ),
      ),
    ]
  : ['A report of this run is missing: npm test runs this check after all tests.'];

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
