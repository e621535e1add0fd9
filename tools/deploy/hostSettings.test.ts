import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { findSecretWeakness } from '../../server/app/guard/findSecretWeakness.ts';
import { deployedRoles, listVariables, ownVariables } from './readVariables.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/host/makeSettings.sh', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'slipway-settings-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'settings');
const given = {
  PUBLIC_URL: 'https://buy.example',
  CONSOLE_URL: 'https://console.example',
  OPERATOR_ROOT_KEYS: 'anna=MCowBQYDK2VwAyEAFidNn9Iec1GY+HhXk/TK0nhPdKPhgOlcykNap8lD3QY=',
};

function makeSettings(environment: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  return spawnSync(SCRIPT, [folder], { encoding: 'utf8', env: { PATH, ...environment } });
}

const first = makeSettings(given);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const readSettings = (role: string) => parseEnv(read(`${role}.env`)) as Record<string, string>;

test('writes the settings once', () => {
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const before = read('api.env');
  expect(makeSettings(given)).toMatchObject({ status: 1, stderr: `${folder} has settings already: they are kept\n` });
  expect(read('api.env')).toBe(before);
});

test('reports what is missing', () => {
  const { PUBLIC_URL: _, ...others } = given;
  expect(makeSettings(others).stderr).toContain('PUBLIC_URL: where buyers reach it');
});

describe.each(deployedRoles)('%s', (role) => {
  test('has every required variable and no unknown one, in a file readable only by its owner', () => {
    const settings = readSettings(role);
    const roleVariables = listVariables(role);
    expect(settings['ROLE']).toBe(role);
    expect(Object.keys(settings).filter((name) => !roleVariables.has(name))).toEqual([]);
    for (const [name, schema] of Object.entries(ownVariables[role]))
      expect([name, schema.safeParse(settings[name]).error?.issues]).toEqual([name, undefined]);
    expect(statSync(join(folder, `${role}.env`)).mode & 0o777).toBe(0o600);
  });
});

test('generates secrets that are shared only by the processes that need them', () => {
  const secrets = ['SLIPWAY_SECRET', 'PERSONAL_DATA_KEYS', 'SIGNER_SECRET', 'METRICS_TOKEN'] as const;
  const holders = secrets.map((name) => {
    const values = deployedRoles.flatMap((role) => readSettings(role)[name] ?? []);
    expect(findSecretWeakness(values[0] ?? '')).toBeUndefined();
    expect(new Set(values).size).toBe(1);
    return [name, deployedRoles.filter((role) => name in readSettings(role)).join(' ')];
  });
  expect(Object.fromEntries(holders)).toEqual({
    SLIPWAY_SECRET: 'api worker signer console',
    PERSONAL_DATA_KEYS: 'api worker console',
    SIGNER_SECRET: 'signer',
    METRICS_TOKEN: 'api worker signer',
  });
});

test('creates a database login for each process', () => {
  const logins = [...read('database.sql').matchAll(/^create role (\w+) login +password '(\w+)';$/gm)];
  const urls = [
    ...deployedRoles.map((role) => readSettings(role)['DATABASE_URL']),
    readSettings('worker')['CLERK_DATABASE_URL'],
  ];
  expect(new Set(logins.map(([, name, password]) => `postgres://${name}:${password}@127.0.0.1:5432/slipway`))).toEqual(
    new Set(urls),
  );
});
