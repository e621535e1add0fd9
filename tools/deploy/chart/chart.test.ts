import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { vendors } from '../../../server/app/vendors.ts';
import { defaults, installations, smallest } from './installations.testing.ts';
import { CHART, mergeWithDefaults } from './values.ts';

type Table = Readonly<Record<string, unknown>>;

const schema = JSON.parse(readFileSync(`${CHART}values.schema.json`, 'utf8')) as Table;
const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

describe('chart values', () => {
  test.each([['the defaults', defaults] as const, ...installations])('%s are accepted', (_name, values) => {
    accepts(values);
    expect(accepts.errors ?? []).toEqual([]);
  });

  test.each<readonly [string, Table]>([
    ['an unknown value', { apis: {} }],
    ['an unknown nested value', { api: { replica: 3 } }],
    ['no api', { api: { replicas: 0 } }],
    ['two signers', { signer: { replicas: 2 } }],
    ['a number as text', { api: { replicas: '2' } }],
    ['an address without TLS', { publicUrl: 'http://buy.example.com' }],
    ['a console without TLS', { console: { url: 'http://console.example.com' } }],
    ['a console with a load balancer', { console: { service: { type: 'LoadBalancer' } } }],
    ['a tag as a digest', { image: { digest: 'latest' } }],
    ['a secret in plain text', { variables: { STRIPE_SECRET_KEY: 'sk_live_1' } }],
    ['a treasury key in plain text', { signer: { variables: { EVM_TREASURY_KEY: '0x1' } } }],
    ['a database password in plain text', { api: { variables: { DATABASE_URL: 'postgres://a:b@c/d' } } }],
    ['a number as a variable', { variables: { SIGNER_EUR_PER_DAY: 1_000_000 } }],
    ['no passphrase', { signer: { treasury: { files: { PASSPHRASE: 'a', EVM_TREASURY_KEY_FILE: 'evm.pem' } } } }],
    ['a process without a database', { api: { secretVariables: ['SLIPWAY_SECRET'] } }],
    ['a port above 65535', { networkPolicy: { database: { port: 70_000 } } }],
    ['a mount over the product', { mounts: [{ configMap: 'a', path: '/app' }] }],
    ['a fraction of a pod', { api: { disruptionBudget: { maxUnavailable: 0.5 } } }],
  ])('are refused with %s', (_name, values) => {
    expect(accepts(mergeWithDefaults(values, smallest))).toBe(false);
  });

  test('are refused with a vendor’s secret in plain text', () => {
    const secrets = vendors.flatMap(({ variables }) =>
      Object.entries(variables).flatMap(([name, { secret, isBrowserOnly }]) =>
        secret && !isBrowserOnly ? [name] : [],
      ),
    );
    expect(secrets.length).toBeGreaterThan(10);
    const accepted = secrets.filter((name) => accepts(mergeWithDefaults({ variables: { [name]: 'x' } }, smallest)));
    expect(accepted).toEqual([]);
  });

  test('are checked only by patterns that Helm supports, without lookaheads and lookbehinds', () => {
    const patterns = [...JSON.stringify(schema).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => pattern?.includes('(?'))).toEqual([]);
  });

  test('have a default for each value except one, and templates read exactly the tables of defaults', () => {
    const listWithoutDefault = (of: Table, values: Table): string[] =>
      Object.entries((of['properties'] ?? {}) as Table).flatMap(([name, inner]) => {
        if (name === 'global') return [];
        const value = values[name];
        if (value === undefined) return [name];
        const deeper = (inner as Table)['additionalProperties'] === false ? (inner as Table) : {};
        return listWithoutDefault(deeper, value as Table).map((below) => `${name}.${below}`);
      });
    // Operators who sell on Bitcoin set its key.
    expect(listWithoutDefault(schema, defaults)).toEqual(['signer.treasury.files.BITCOIN_TREASURY_KEY_FILE']);
    const templates = ['api', 'console', 'ingress', 'migrate', 'monitoring', 'networkPolicy', 'treasury']
      .map((name) => readFileSync(`${CHART}templates/${name}.yaml`, 'utf8'))
      .concat(readFileSync(`${CHART}templates/_pod.tpl`, 'utf8'))
      .join('\n');
    const read = new Set([...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name = '']) => name));
    expect([...read].toSorted()).toEqual(Object.keys(defaults).toSorted());
  });
});
