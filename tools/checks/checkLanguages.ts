import { globSync, readFileSync } from 'node:fs';
import { findLiteralTexts } from './literalTexts.ts';
import { findTextKeyFaults, findTextKeys } from './textKeys.ts';

const NOT_SHOWN = /(^|\/)(node_modules|dist)\/|^web\/tools\/bare\/|\.test\.tsx?$|\.d\.ts$/;
const TEXTS = 'web/i18n/en-US.json';

/**
 * `node tools/checks/checkLanguages.ts` from the project's root: prints texts inside components, keys without a text and unused
 * keys. Exits with status 1 if there are any.
 */
const sources = readSources('web/**/*.{ts,tsx}');
/** Sources of emails and receipts, which the server writes from the same language files. */
const emailSources = [...readSources('server/notification/*.ts'), ...readSources('server/purchase/receipt/*.ts')];
const keys = Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')) as object);
const faults = [
  ...sources.filter(([file]) => file.endsWith('.tsx')).flatMap(([file, source]) => findLiteralTexts(file, source)),
  ...findTextKeyFaults(
    keys,
    [...sources, ...emailSources].map(([file, source]) => findTextKeys(file, source)),
  ),
];
if (sources.length === 0) faults.push('nothing was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${sources.length} sources, ${keys.length} texts, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;

function readSources(pattern: string): [file: string, content: string][] {
  const files = globSync(pattern).filter((file) => !NOT_SHOWN.test(file));
  return files.toSorted().map((file) => [file, readFileSync(file, 'utf8')]);
}
