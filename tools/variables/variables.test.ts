import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deployedRoles, listVariables } from '../deploy/readVariables.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../start/startSettings.ts';
import { buildDocumentedName, drawVariables, listDocumentedVariables } from './drawVariables.ts';
import { findVariableReads } from './findVariableReads.ts';
import { variableTexts } from './variableTexts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

const listed = Object.values(variableTexts).flatMap((texts) => Object.keys(texts));

test('docs/variables.md equals the tables', () => {
  expect(read('docs/variables.md'), 'run npm run draw').toBe(drawVariables());
});

test('each variable that a process reads is listed once', () => {
  expect([...listDocumentedVariables().keys()].filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
});

test('each listed variable is read by a process, or names its reader', () => {
  const readers = listDocumentedVariables();
  const unread = Object.values(variableTexts)
    .flatMap((texts) => Object.entries(texts))
    .filter(([name, text]) => !readers.has(name) && (typeof text === 'string' || text.by === undefined));
  expect(unread).toEqual([]);
});

/** Variables of the machine and of Node.js, which an operator does not set for Slipway. */
const MACHINE_VARIABLES = ['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'PATH', 'XDG_CONFIG_HOME'];

test('each variable that a program reads by name is listed', () => {
  const files = globSync(['server/**/*.ts', 'sandbox/**/*.ts', 'tools/{*,start/*,dev/*}.ts', 'deploy/image/*.mjs'], {
    cwd: ROOT,
  }).filter((file) => !/node_modules|\/dist\/|\.test\.ts$|\.testing\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    findVariableReads(read(file)).map((name) => ({ name: buildDocumentedName(name), file })),
  );
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['CONSOLE_PORT', 'SANDBOX_CREDENTIALS', 'OPERATOR_KEY', 'PRODUCT_URL', 'OTEL_SERVICE_NAME']),
  );
  expect(found.filter(({ name }) => !listed.includes(name) && !MACHINE_VARIABLES.includes(name))).toEqual([]);
});

describe('finds a read in', () => {
  test.each([
    ["process.env['SOME_NAME']", ['SOME_NAME']],
    ['process.env.SOME_NAME', ['SOME_NAME']],
    ["const { SOME_NAME = '', OTHER_NAME: other } = environment;", ['SOME_NAME', 'OTHER_NAME']],
    ["port: read('SOME_NAME', 8080, portUpTo(1)),", ['SOME_NAME']],
    ["read<number | undefined>('SOME_NAME', undefined, x)", ['SOME_NAME']],
    ["environment['SOME_NAME'] ?? source['OTHER_NAME']", ['SOME_NAME', 'OTHER_NAME']],
    ['    SOME_NAME: z.string(),', ['SOME_NAME']],
    ["rows['SOME_NAME']", []],
  ])('%s', (source, names) => {
    expect(findVariableReads(source)).toEqual(names);
  });
});

test('each variable of the profiles and of compose.yaml is listed', () => {
  const examples = [...globSync('docs/profiles/*.env', { cwd: ROOT }), '.env.example'];
  const names = examples.flatMap((file) =>
    [...read(file).matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => ({ name, file })),
  );
  const composeVariables = [
    'SLIPWAY_IMAGE',
    'CONSOLE_FROM',
    'CONSOLE_TRUSTED_PROXIES',
    'TREASURY_FOLDER',
    'POSTGRES_IMAGE',
    'CADDY_IMAGE',
  ];
  const allowed = new Set([
    ...listed,
    ...deployedRoles.flatMap((role) => [...listVariables(role)]),
    ...composeVariables,
  ]);
  expect(names.filter(({ name }) => !allowed.has(name))).toEqual([]);
});

test('the two cells of docs/scaling.md on one machine use different ports', () => {
  const [, block = ''] = /^\*\*Try it\.\*\*[\s\S]*?```\n([\s\S]*?)```/m.exec(read('docs/scaling.md')) ?? [];
  const starts = block.split('\n').filter((line) => line.endsWith('npm start'));
  expect(starts).toHaveLength(2);
  const ports = starts.flatMap((line) => {
    const given = Object.fromEntries([...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    const { port, consolePort, sandboxPort } = readStartSettings({ CONSOLE_PORT: '8085', ...given }, ROOT);
    return [port, consolePort, ...Array.from({ length: SANDBOX_PORT_COUNT }, (_, index) => sandboxPort + index)];
  });
  expect(new Set(ports).size).toBe(ports.length);
});
