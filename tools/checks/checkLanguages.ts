import { globSync, readFileSync } from 'node:fs';
import { literalTextFaults } from './literalTexts.ts';
import { keysIn, textKeyFaults } from './textKeys.ts';

const NOT_SHOWN = /(^|\/)(node_modules|dist)\/|^web\/tools\/bare\/|\.test\.tsx?$|\.d\.ts$/;
const TEXTS = 'web/i18n/en-US.json';

/** `node tools/checks/checkLanguages.ts` from the project's root: what would stay untranslated in some language. */
const sources = shown('web/**/*.{ts,tsx}');
/** The server writes letters and receipts from the same files. */
const letters = [...shown('server/notification/*.ts'), ...shown('server/purchase/receipt/*.ts')];
const keys = Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')) as object);
const faults = [
  ...sources.filter(([file]) => file.endsWith('.tsx')).flatMap(([file, source]) => literalTextFaults(file, source)),
  ...textKeyFaults(
    keys,
    [...sources, ...letters].map(([file, source]) => keysIn(file, source)),
  ),
];
if (sources.length === 0) faults.push('nothing was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${sources.length} sources, ${keys.length} texts, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;

function shown(pattern: string): [file: string, content: string][] {
  const files = globSync(pattern).filter((file) => !NOT_SHOWN.test(file));
  return files.toSorted().map((file) => [file, readFileSync(file, 'utf8')]);
}
