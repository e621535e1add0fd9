import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url));
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');

type Settings = Readonly<Record<string, unknown>>;
type Patroni = {
  readonly bootstrap: {
    readonly dcs: Settings & {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly postgresql: { readonly parameters: Settings };
    };
  };
  readonly postgresql: { readonly pg_hba: readonly string[] };
};

const patroni = parse(read('patroni.yml')) as Patroni;

test('confirms no commit before a second machine has it', () => {
  const { dcs } = patroni.bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(dcs.postgresql.parameters['synchronous_commit']).toBe('on');
});

test("a primary loses its key before another machine takes over, by Patroni's rule for the timeouts", () => {
  const { ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs;
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
});

test('requires passwords, and contains none', () => {
  expect(patroni.postgresql.pg_hba.filter((line) => !line.endsWith(' scram-sha-256'))).toEqual([]);
  const passwords = read('node.env').match(/^.*PASSWORD=.*$/gm) ?? [];
  expect(passwords).toHaveLength(3);
  expect(passwords.filter((line) => !line.endsWith('='))).toEqual([]);
});

test('the router connects only to the primary, and closes the connections to a former primary', () => {
  const router = read('haproxy.cfg');
  expect(router).toMatch(/^ {4}option httpchk OPTIONS \/primary$/m);
  expect(router).toMatch(/^ {4}default-server .*on-marked-down shutdown-sessions$/m);
});
