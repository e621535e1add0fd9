import { globSync } from 'node:fs';
import { findBrokenImportRules } from './findBrokenImportRules.ts';
import { findModuleCycles } from './findModuleCycles.ts';
import { findCycles, readImports } from './importGraph.ts';
import { importRules } from './importRules.ts';

const SOURCES = '{contract,money,server,look,web,console,embed,sandbox,e2e,tools,bench,examples}/**/*.{ts,tsx,mjs}';
const NOT_SOURCES = /(^|\/)(node_modules|dist|\.next)\//;

/**
 * `node tools/checks/checkImports.ts` from the project's root: prints imports that break a rule, cycles of server modules,
 * and import cycles of files. Exits with status 1 if there are any.
 */
const files = globSync(SOURCES).filter((file) => !NOT_SOURCES.test(file));
const imports = files.flatMap((file) => readImports(file));
const faults = [
  ...findBrokenImportRules(imports, importRules),
  ...findModuleCycles(imports),
  ...findCycles(imports).map((cycle) => `cycle: ${cycle.join(' → ')}`),
];
if (files.length === 0) faults.push('no source was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${imports.length} imports, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;
