import { globSync, readFileSync } from 'node:fs';
import { findBrowserFaults } from './browserSupport.ts';

const SOURCES = '{contract,money,look,web,console,embed/loader,embed/react}/**/*.{ts,tsx}';
const NOT_IN_PAGES = /(^|\/)(node_modules|dist|tools)\/|\.test\.tsx?$|\.testing\.tsx?$|\.d\.ts$|vite\.config\.ts$/;

/** `node tools/checks/checkBrowsers.ts` from the project's root: prints calls that a supported browser lacks; if any, exits with 1. */
const files = globSync(SOURCES).filter((file) => !NOT_IN_PAGES.test(file));
const faults = files.flatMap((file) => findBrowserFaults(file, readFileSync(file, 'utf8')));
if (files.length === 0) faults.push('no source was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;
