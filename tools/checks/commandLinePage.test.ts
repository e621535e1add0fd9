import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ConsoleCallName, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { expect, test } from 'vitest';
import { actions, findAction } from '../../server/operator/actions.ts';
import { type CommandName, commands } from '../../server/operator/commandLine/commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Read-only commands, and the console call that returns the same data. */
const SHOWN_BY: { readonly [Name in CommandName]?: ConsoleCallName } = {
  list: 'today',
  show: 'order',
  export: 'exportReport',
  verify: 'verifyAudit',
  treasury: 'treasury',
  reconcile: 'checkNow',
  'trial-balance': 'reportTrialBalance',
  partner: 'partner',
  persons: 'people',
  'export-buyer': 'exportBuyer',
  duty: 'duty',
  'log-ins': 'logIns',
};

const consoleSources = globSync('{console,server/console}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\.testing\.ts$|\/(?:node_modules|dist)\//.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'))
  .join('\n');

/** The constant of each action's definition, by the action's name: `freezeOrder` of `freeze`. */
const constants = new Map(
  globSync('server/**/actions/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const [, constant = '', name = ''] =
      /^export const (\w+) = define\w*Action\(\{\n {2}name: '([a-z-]+)'/m.exec(readFileSync(ROOT + file, 'utf8')) ?? [];
    return name === '' ? [] : [[name, constant] as const];
  }),
);

function isOffered(act: string): boolean {
  const button = constants.has(act) ? `|\\b${constants.get(act)}\\.button\\b|\\baction: ${constants.get(act)}\\b` : '';
  return new RegExp(`'${act}'|\\b${act}: \\{${button}`).test(consoleSources);
}

function isInConsole(act: CommandName): boolean {
  // A person does not give sealed actions at the console, which only displays the command to type.
  if (findAction(act)?.isSealed) return false;
  const call = SHOWN_BY[act];
  if (call !== undefined) return Object.hasOwn(consoleCalls, call);
  return commands[act].decides !== undefined && isOffered(act);
}

test('docs/operating/command-line.md lists exactly the commands that the console lacks', () => {
  const page = readFileSync(`${ROOT}docs/operating/command-line.md`, 'utf8');
  const [, section = ''] = page.split('## What stays on the command line\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \| (\S.+) \|$/gm)];
  const commandNames = Object.keys(commands) as CommandName[];
  expect(rows.map(([, name = '']) => name).toSorted()).toEqual(
    commandNames.filter((act) => !isInConsole(act)).toSorted(),
  );
});

test('the console offers every action that has a button', () => {
  const withButton = actions.filter((action) => action.button !== undefined);
  expect(withButton.length).toBeGreaterThan(20);
  expect(withButton.map(({ name }) => name).filter((name) => !isOffered(name))).toEqual([]);
});
