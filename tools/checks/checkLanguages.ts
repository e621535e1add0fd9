import { globSync, readFileSync } from 'node:fs';
import { physicalCssFaults } from './physicalCss.ts';

const STYLES = 'web/**/*.css';
const NOT_OURS = /(^|\/)(node_modules|dist)\//;

/** `node tools/checks/checkLanguages.ts` from the project's root: what would look wrong, or stay untranslated, in some language. */
const styles = globSync(STYLES).filter((file) => !NOT_OURS.test(file));
const faults = styles.flatMap((file) => physicalCssFaults(file, readFileSync(file, 'utf8')));
if (styles.length === 0) faults.push('no style was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${styles.length} styles, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;
