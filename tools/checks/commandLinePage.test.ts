import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ConsoleCallName, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { expect, test } from 'vitest';
import { commands } from '../../server/operator/commands.ts';
import { SECRET_ACTIONS } from '../../server/operator/requestActions.ts';
import type { Act } from '../../server/platform/persons/rights.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Commands that only read, and the call of the console that shows the same. */
const SHOWN_BY: { readonly [Name in Act]?: ConsoleCallName } = {
  list: 'today',
  show: 'order',
  export: 'exportReport',
  verify: 'verifyAudit',
  treasury: 'treasury',
  reconcile: 'checkNow',
  partner: 'partner',
  persons: 'people',
  'export-buyer': 'exportBuyer',
};

const consoleSources = globSync('{console,server/console}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\.testing\.ts$|\/(?:node_modules|dist)\//.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'))
  .join('\n');

function isInConsole(act: Act): boolean {
  // The console shows what to type.
  if (SECRET_ACTIONS.includes(act)) return false;
  const call = SHOWN_BY[act];
  if (call !== undefined) return Object.hasOwn(consoleCalls, call);
  return commands[act].decides !== undefined && new RegExp(`'${act}'|\\b${act}: \\{`).test(consoleSources);
}

test('docs/operating.md lists each command that the console has no way for, and no other', () => {
  const page = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
  const [, section = ''] = page.split('## What stays on the command line\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \| (\S.+) \|$/gm)];
  const acts = Object.keys(commands) as Act[];
  expect(rows.map(([, name = '']) => name).toSorted()).toEqual(acts.filter((act) => !isInConsole(act)).toSorted());
});
