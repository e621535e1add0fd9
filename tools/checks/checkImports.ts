import { globSync } from 'node:fs';
import { brokenImportRules } from './brokenImportRules.ts';
import { findCycles, importsOf } from './importGraph.ts';
import { importRules } from './importRules.ts';
import { twoWayRooms } from './twoWayRooms.ts';

const SOURCES = '{contract,money,server,look,web,console,embed,sandbox,e2e,tools,bench}/**/*.{ts,tsx,mjs}';
const NOT_SOURCES = /(^|\/)(node_modules|dist)\//;

/** `node tools/checks/checkImports.ts` from the project's root: exit status 1 and a line for each import that breaks a rule. */
const files = globSync(SOURCES).filter((file) => !NOT_SOURCES.test(file));
const imports = files.flatMap((file) => importsOf(file));
const faults = [
  ...brokenImportRules(imports, importRules),
  ...twoWayRooms(imports),
  ...findCycles(imports).map((cycle) => `cycle: ${cycle.join(' → ')}`),
];
if (files.length === 0) faults.push('no source was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${imports.length} imports, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;
