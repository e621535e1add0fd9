import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { vendors } from '../../../server/app/vendors.ts';
import { type DeployedRole, deployedRoles, variableOfFile, variablesReadBy } from '../readVariables.ts';
import { manifestFaults } from './manifestFaults.ts';
import { CHART, type Manifest, overDefaults, readValues, renderChart, renderTexts } from './renderChart.ts';

type Table = Readonly<Record<string, unknown>>;
type Mount = { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean };
type Container = {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly securityContext: Table;
  readonly volumeMounts: readonly Mount[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
};
type Pod = {
  readonly metadata: { readonly labels: Table };
  readonly spec: {
    readonly securityContext: Table;
    readonly initContainers?: readonly Container[];
    readonly containers: readonly Container[];
    readonly volumes: readonly {
      readonly name: string;
      readonly secret?: { readonly items?: readonly { readonly path: string }[] };
    }[];
  };
};
type NetworkPolicy = {
  readonly podSelector: { readonly matchLabels: Table };
  readonly ingress: readonly { readonly ports: readonly { readonly port: unknown }[] }[];
  readonly egress: readonly { readonly to?: readonly Table[]; readonly ports: readonly { readonly port: unknown }[] }[];
};

const schema = JSON.parse(readFileSync(`${CHART}values.schema.json`, 'utf8')) as Table;
const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
const defaults = readValues('values.yaml');
const smallest = overDefaults({
  publicUrl: 'https://buy.example.com',
  operatorRootKeys: 'anna=KEY,ben=KEY',
  console: { url: 'https://console.example.com' },
});
const production = overDefaults(readValues('examples/production.yaml'));
const everything = overDefaults(
  {
    bankFiles: { existingClaim: 'bank', receivedClaim: 'received' },
    serviceAccountName: 'slipway',
    nodeSelector: { zone: 'a' },
    tolerations: [{ key: 'only', operator: 'Equal', value: 'slipway', effect: 'NoSchedule' }],
    podAnnotations: { 'example.com/team': 'payments' },
    signer: { storage: { storageClassName: 'encrypted' } },
    serviceMonitor: { labels: { release: 'prometheus' } },
    prometheusRule: { labels: { release: 'prometheus' } },
    networkPolicy: {
      treasuryEgress: [{ to: [{ ipBlock: { cidr: '10.20.0.9/32' } }], ports: [{ port: 8545 }] }],
      apiEgress: [{ to: [{ podSelector: { matchLabels: { app: 'collector' } } }], ports: [{ port: 4318 }] }],
      consoleEgress: [{ to: [{ ipBlock: { cidr: '203.0.113.7/32' } }], ports: [{ port: 443 }] }],
    },
  },
  production,
);
const installations = [
  ['the smallest', smallest],
  ['the example', production],
  ['one with everything', everything],
] as const;

function podsOf(manifests: readonly Manifest[]): ReadonlyMap<string, Pod> {
  return new Map(
    manifests.flatMap(({ metadata, spec }) => {
      const pod = (spec as { readonly template?: Pod } | undefined)?.template;
      return pod ? [[metadata.name, pod] as const] : [];
    }),
  );
}

const containersOf = ({ spec }: Pod) => [...(spec.initContainers ?? []), ...spec.containers];

function containerOf(manifests: readonly Manifest[], name: string): Container {
  const found = [...podsOf(manifests).values()].flatMap(containersOf).find((container) => container.name === name);
  if (!found) throw new Error(`no container ${name}`);
  return found;
}

describe('values', () => {
  test.each([['the defaults', defaults] as const, ...installations])('%s are accepted', (_name, values) => {
    accepts(values);
    expect(accepts.errors ?? []).toEqual([]);
  });

  test.each<readonly [string, Table]>([
    ['a value that there is not', { apis: {} }],
    ['one within another', { api: { replica: 3 } }],
    ['no api at all', { api: { replicas: 0 } }],
    ['two signers', { signer: { replicas: 2 } }],
    ['a number as text', { api: { replicas: '2' } }],
    ['an address in the clear', { publicUrl: 'http://buy.example.com' }],
    ['a console in the clear', { console: { url: 'http://console.example.com' } }],
    ['a console that is a way into the cluster', { console: { service: { type: 'LoadBalancer' } } }],
    ['a tag as a digest', { image: { digest: 'latest' } }],
    ['a secret in the clear', { variables: { STRIPE_SECRET_KEY: 'sk_live_1' } }],
    ['a treasury key in the clear', { signer: { variables: { EVM_TREASURY_KEY: '0x1' } } }],
    ['a password to the database', { api: { variables: { DATABASE_URL: 'postgres://a:b@c/d' } } }],
    ['a number as a variable', { variables: { SIGNER_EUR_PER_DAY: 1_000_000 } }],
    ['no passphrase', { signer: { treasury: { files: { PASSPHRASE: 'a', EVM_TREASURY_KEY_FILE: 'evm.pem' } } } }],
    ['a process without a database', { api: { secretVariables: ['SLIPWAY_SECRET'] } }],
    ['a port beyond all', { networkPolicy: { database: { port: 70_000 } } }],
    ['a mount over the product', { mounts: [{ configMap: 'a', path: '/app' }] }],
    ['half a pod', { api: { disruptionBudget: { maxUnavailable: 0.5 } } }],
  ])('%s is refused', (_name, values) => {
    expect(accepts(overDefaults(values, smallest))).toBe(false);
  });

  test('no secret of a vendor may stand in the clear', () => {
    const secrets = vendors.flatMap(({ variables }) =>
      Object.entries(variables).flatMap(([name, { secret, shown }]) => (secret && !shown ? [name] : [])),
    );
    expect(secrets.length).toBeGreaterThan(10);
    const open = secrets.filter((name) => accepts(overDefaults({ variables: { [name]: 'x' } }, smallest)));
    expect(open).toEqual([]);
  });

  test('the schema has patterns that Helm understands, which looks neither ahead nor behind', () => {
    const patterns = [...JSON.stringify(schema).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => pattern?.includes('(?'))).toEqual([]);
  });

  test('there is a default for each, and each is one that a template reads', () => {
    const known = (of: Table, values: Table): string[] =>
      Object.entries((of['properties'] ?? {}) as Table).flatMap(([name, inner]) => {
        if (name === 'global') return [];
        const value = values[name];
        if (value === undefined) return [name];
        const deeper = (inner as Table)['additionalProperties'] === false ? (inner as Table) : {};
        return known(deeper, value as Table).map((below) => `${name}.${below}`);
      });
    // Whoever sells on Bitcoin names its key.
    expect(known(schema, defaults)).toEqual(['signer.treasury.files.BITCOIN_TREASURY_KEY_FILE']);
    const templates = ['api', 'console', 'ingress', 'migrate', 'monitoring', 'networkPolicy', 'treasury']
      .map((name) => readFileSync(`${CHART}templates/${name}.yaml`, 'utf8'))
      .concat(readFileSync(`${CHART}templates/_pod.tpl`, 'utf8'))
      .join('\n');
    const read = new Set([...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name = '']) => name));
    expect([...read].toSorted()).toEqual(Object.keys(defaults).toSorted());
  });
});

describe.each(installations)('%s', (_name, values) => {
  const manifests = renderChart(values);
  const pods = podsOf(manifests);

  test('is what Kubernetes understands', async () => {
    expect(manifests.length).toBeGreaterThan(6);
    expect(await manifestFaults(manifests)).toEqual([]);
  });

  test('names each thing once', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(deployedRoles)('%s has variables that it reads, and secrets in files that are there', (role) => {
    const container = containerOf(manifests, role);
    const env = new Map((container.env ?? []).map(({ name, value }) => [name, value]));
    expect(env.size).toBe(container.env?.length);
    expect(env.get('ROLE')).toBe(role);
    const known = variablesReadBy(role);
    expect([...env.keys()].map(variableOfFile).filter((name) => !known.has(name))).toEqual([]);
    const files = [...env].filter(([name]) => variableOfFile(name) !== name);
    expect(files.map(([name]) => name)).toContain('DATABASE_URL_FILE');
    const pod = [...pods.values()].find((one) => one.spec.containers.includes(container));
    const volume = pod?.spec.volumes.find(({ name }) => name === `${role}-secrets`);
    expect(files.map(([, path]) => path)).toEqual(
      volume?.secret?.items?.map(({ path }) => `/run/secrets/slipway/${path}`),
    );
  });

  test('no process is root, holds a right or a token of the cluster, or writes outside of volumes', () => {
    for (const pod of pods.values()) {
      expect(pod.spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of containersOf(pod))
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
    expect(pods.size).toBe(4);
  });

  test('every volume is there and used, and the secrets of a process are its own', () => {
    for (const { spec } of pods.values()) {
      const all = containersOf({ metadata: { labels: {} }, spec });
      const mounted = all.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(new Set(mounted)).toEqual(new Set(spec.volumes.map(({ name }) => name).concat(recordOf(spec))));
      for (const { name, volumeMounts } of all)
        expect(volumeMounts.map((mount) => mount.name).filter((one) => /-(?:secrets|tmp)$/.test(one))).toEqual(
          name === 'keys' ? [] : [`${name}-secrets`, `${name}-tmp`],
        );
    }
  });

  test('there is one signer, whose keys and record nobody else sees, and whose socket nobody else lays', () => {
    const [signers] = manifests.filter(({ kind }) => kind === 'StatefulSet');
    expect(signers?.['spec']).toMatchObject({ replicas: 1 });
    const signer = containerOf(manifests, 'signer');
    const worker = containerOf(manifests, 'worker');
    expect(signer.securityContext['runAsUser']).toBe(10_002);
    expect(containerOf(manifests, 'keys').securityContext['runAsUser']).toBe(10_002);
    expect(worker.securityContext['runAsUser']).toBeUndefined();
    const socket = (of: Container) => of.volumeMounts.find(({ name }) => name === 'socket');
    expect(socket(worker)).toMatchObject({ mountPath: '/run/slipway', readOnly: true });
    expect(socket(signer)?.readOnly).toBeUndefined();
    const pathOf = (of: Container) => of.env?.find(({ name }) => name === 'SIGNER_SOCKET')?.value;
    expect([pathOf(worker), pathOf(signer)]).toEqual(['/run/slipway/signer.socket', '/run/slipway/signer.socket']);
    for (const hidden of ['treasury-secret', 'treasury-keys', 'record', 'signer-secrets'])
      expect(worker.volumeMounts.map(({ name }) => name)).not.toContain(hidden);
    const names = [...pods.values()].flatMap(containersOf).filter((one) => one !== signer);
    const told = names.flatMap(({ env = [] }) => env.map(({ name }) => name));
    expect(told.filter((name) => /SIGNER_SECRET|TREASURY_(?:KEY|PASSPHRASE)/.test(name))).toEqual([]);
  });

  test('every pod has a policy of its own, by whose ports it is reached', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as NetworkPolicy);
    expect(policies).toHaveLength(pods.size);
    for (const { metadata, spec } of pods.values()) {
      const [policy, ...others] = policies.filter(({ podSelector }) =>
        Object.entries(podSelector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
      );
      expect(others).toEqual([]);
      const ports = spec.containers.flatMap(({ ports: own = [] }) => own.map(({ name }) => name));
      for (const { ports: open } of policy?.ingress ?? [])
        expect(open.filter(({ port }) => !ports.includes(String(port)))).toEqual([]);
      const blocks = (policy?.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
      // Where clouds give their machines' credentials.
      for (const block of blocks as { readonly cidr: string; readonly except?: readonly string[] }[])
        if (block.cidr === '0.0.0.0/0') expect(block.except).toContain('169.254.0.0/16');
    }
  });

  test('services and monitors name ports that containers have', () => {
    const ports = [...pods.values()].flatMap(({ spec }) =>
      spec.containers.flatMap(({ ports: own = [] }) => own.map(({ name }) => name)),
    );
    const services = manifests.filter(({ kind }) => kind === 'Service');
    const asked = services.flatMap(({ spec }) =>
      (spec as { readonly ports: readonly { readonly name: string; readonly targetPort: string }[] }).ports.map(
        ({ targetPort }) => targetPort,
      ),
    );
    expect(asked.toSorted()).toEqual(ports.toSorted());
    const watched = manifests
      .filter(({ kind }) => kind === 'ServiceMonitor')
      .flatMap(({ spec }) => (spec as { readonly endpoints: readonly { readonly port: string }[] }).endpoints);
    expect(watched.filter(({ port }) => !ports.includes(port))).toEqual([]);
  });
});

function recordOf(spec: Pod['spec']): readonly string[] {
  return spec.containers.some(({ name }) => name === 'signer') ? ['record'] : [];
}

test('what the processes do not start without is there in the example', () => {
  const needed: Readonly<Record<DeployedRole, readonly string[]>> = {
    migrate: ['DATABASE_URL'],
    api: ['SLIPWAY_SECRET', 'PERSONAL_DATA_KEYS', 'PUBLIC_URL', 'EVM_TREASURY_ADDRESS'],
    worker: [
      'SLIPWAY_SECRET',
      'PERSONAL_DATA_KEYS',
      'KRAKEN_API_KEY',
      'SIGNER_SOCKET',
      'CLERK_DATABASE_URL',
      'SMTP_URL',
      'MAIL_FROM',
    ],
    signer: ['SIGNER_SECRET', 'SIGNER_FOLDER', 'EVM_TREASURY_KEY_FILE', 'TREASURY_PASSPHRASE_FILE', 'HEALTH_PORT'],
    console: ['SLIPWAY_SECRET', 'PERSONAL_DATA_KEYS', 'OPERATOR_ROOT_KEYS', 'PUBLIC_URL', 'CONSOLE_URL'],
  };
  const manifests = renderChart(production);
  for (const role of deployedRoles) {
    const names = new Set(containerOf(manifests, role).env?.map(({ name }) => variableOfFile(name)));
    expect(needed[role].filter((name) => !names.has(name))).toEqual([]);
  }
});

test('the database is brought up to date before anything else is changed', () => {
  const hooks = renderChart(smallest).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined);
  expect(hooks.map(({ kind, metadata }) => [kind, metadata.annotations?.['helm.sh/hook']])).toEqual([
    ['Job', 'pre-install,pre-upgrade'],
    ['NetworkPolicy', 'pre-install,pre-upgrade'],
  ]);
  const weights = hooks.map(({ metadata }) => Number(metadata.annotations?.['helm.sh/hook-weight']));
  expect(weights[1]).toBeLessThan(weights[0] ?? 0);
});

test('the console is reached by whom it is said, and reaches names, the database and what consoleEgress adds', () => {
  const policyOf = (values: Table) => {
    const policies = renderChart(values).filter(({ kind }) => kind === 'NetworkPolicy');
    return policies
      .map(({ spec }) => spec as NetworkPolicy)
      .find(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/component'] === 'console');
  };
  const portsOut = (values: Table) => policyOf(values)?.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(policyOf(smallest)?.ingress).toEqual([]);
  expect(portsOut(smallest)).toEqual([53, 53, 5432]);
  const said = policyOf(everything);
  expect(said?.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(['http']);
  expect(portsOut(everything)).toEqual([53, 53, 5432, 443]);
});

test('a single api has no budget that would keep its machine from being emptied', () => {
  const kinds = renderChart(overDefaults({ api: { replicas: 1 } }, smallest)).map(({ kind }) => kind);
  expect(kinds).not.toContain('PodDisruptionBudget');
});

test('the rules are those of deploy/prometheus', () => {
  const [rule] = renderChart(everything).filter(({ kind }) => kind === 'PrometheusRule');
  expect(rule?.['spec']).toEqual(parse(readFileSync(`${CHART}../../prometheus/alerts.yaml`, 'utf8')));
});

test.each([
  ['publicUrl is missing', { publicUrl: '' }],
  ['operatorRootKeys is missing', { operatorRootKeys: '' }],
  ['ingress.host is missing', { ingress: { enabled: true } }],
  ['console.url is missing', { console: { url: '' } }],
  ['console.ingress.host is missing', { console: { ingress: { enabled: true } } }],
])('without a word it says that %s', (said, values) => {
  expect(() => renderTexts(overDefaults(values, smallest))).toThrow(said);
});

test('a field that there is not, and one that is missing, are found in a manifest', async () => {
  const [deployment] = renderChart(smallest).filter(({ kind }) => kind === 'Deployment');
  if (!deployment) throw new Error('no deployment');
  const spec = deployment['spec'] as Table;
  const misspelt = { ...deployment, spec: { ...spec, replica: 2 } } as unknown as Manifest;
  const incomplete = { ...deployment, spec: { ...spec, template: undefined } } as unknown as Manifest;
  expect((await manifestFaults([misspelt])).join()).toMatch(/'"?replica"?' does not exist/);
  expect((await manifestFaults([incomplete])).join()).toContain('template');
});
