import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DeployedRole, deployedRoles, listVariables, stripFileSuffix } from '../readVariables.ts';
import { findManifestFaults } from './findManifestFaults.ts';
import { everything, installations, production, smallest } from './installations.testing.ts';
import { type Manifest, renderChart, renderTexts } from './renderChart.ts';
import { CHART, mergeWithDefaults } from './values.ts';

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

function findPods(manifests: readonly Manifest[]): ReadonlyMap<string, Pod> {
  return new Map(
    manifests.flatMap(({ metadata, spec }) => {
      const pod = (spec as { readonly template?: Pod } | undefined)?.template;
      return pod ? [[metadata.name, pod] as const] : [];
    }),
  );
}

const listContainers = ({ spec }: Pod) => [...(spec.initContainers ?? []), ...spec.containers];

function findContainer(manifests: readonly Manifest[], name: string): Container {
  const found = [...findPods(manifests).values()].flatMap(listContainers).find((container) => container.name === name);
  if (!found) throw new Error(`no container ${name}`);
  return found;
}

describe.each(installations)('%s', (_name, values) => {
  const manifests = renderChart(values);
  const pods = findPods(manifests);

  test('matches the types and schemas of Kubernetes', async () => {
    expect(manifests.length).toBeGreaterThan(6);
    expect(await findManifestFaults(manifests)).toEqual([]);
  });

  test('has no name twice', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(deployedRoles)('%s has only variables that the process reads, and its secrets in mounted files', (role) => {
    const container = findContainer(manifests, role);
    const env = new Map((container.env ?? []).map(({ name, value }) => [name, value]));
    expect(env.size).toBe(container.env?.length);
    expect(env.get('ROLE')).toBe(role);
    const roleVariables = listVariables(role);
    expect([...env.keys()].map(stripFileSuffix).filter((name) => !roleVariables.has(name))).toEqual([]);
    const files = [...env].filter(([name]) => stripFileSuffix(name) !== name);
    expect(files.map(([name]) => name)).toContain('DATABASE_URL_FILE');
    const pod = [...pods.values()].find((one) => one.spec.containers.includes(container));
    const volume = pod?.spec.volumes.find(({ name }) => name === `${role}-secrets`);
    expect(files.map(([, path]) => path)).toEqual(
      volume?.secret?.items?.map(({ path }) => `/run/secrets/slipway/${path}`),
    );
  });

  test('no process is root, has rights or a token of the cluster, or writes outside of volumes', () => {
    for (const pod of pods.values()) {
      expect(pod.spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of listContainers(pod))
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
    expect(pods.size).toBe(4);
  });

  test('every volume exists and is used, and no process has the secrets of another', () => {
    for (const { spec } of pods.values()) {
      const all = listContainers({ metadata: { labels: {} }, spec });
      const mounted = all.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(new Set(mounted)).toEqual(new Set(spec.volumes.map(({ name }) => name).concat(listRecordVolumes(spec))));
      for (const { name, volumeMounts } of all)
        expect(volumeMounts.map((mount) => mount.name).filter((one) => /-(?:secrets|tmp)$/.test(one))).toEqual(
          name === 'keys' ? [] : [`${name}-secrets`, `${name}-tmp`],
        );
    }
  });

  test('each signer has its own name and record; no other process sees its keys or creates its socket', () => {
    const [signers] = manifests.filter(({ kind }) => kind === 'StatefulSet');
    expect(signers?.['spec']).toMatchObject({ podManagementPolicy: 'Parallel' });
    const signer = findContainer(manifests, 'signer');
    expect(signer.env?.find(({ name }) => name === 'SIGNER_NAME')).toEqual({
      name: 'SIGNER_NAME',
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    });
    const worker = findContainer(manifests, 'worker');
    expect(signer.securityContext['runAsUser']).toBe(10_002);
    expect(findContainer(manifests, 'keys').securityContext['runAsUser']).toBe(10_002);
    expect(worker.securityContext['runAsUser']).toBeUndefined();
    const socket = (container: Container) => container.volumeMounts.find(({ name }) => name === 'socket');
    expect(socket(worker)).toMatchObject({ mountPath: '/run/slipway', readOnly: true });
    expect(socket(signer)?.readOnly).toBeUndefined();
    const findSocketPath = (container: Container) => container.env?.find(({ name }) => name === 'SIGNER_SOCKET')?.value;
    expect([findSocketPath(worker), findSocketPath(signer)]).toEqual([
      '/run/slipway/signer.socket',
      '/run/slipway/signer.socket',
    ]);
    for (const hidden of ['treasury-secret', 'treasury-keys', 'record', 'signer-secrets'])
      expect(worker.volumeMounts.map(({ name }) => name)).not.toContain(hidden);
    const others = [...pods.values()].flatMap(listContainers).filter((one) => one !== signer);
    const variableNames = others.flatMap(({ env = [] }) => env.map(({ name }) => name));
    expect(variableNames.filter((name) => /SIGNER_SECRET|TREASURY_(?:KEY|PASSPHRASE)/.test(name))).toEqual([]);
  });

  test('every pod has its own policy, with the ports at which it is reachable', () => {
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
      // 169.254.0.0/16 contains the metadata service of clouds, which returns the machine's credentials.
      for (const block of blocks as { readonly cidr: string; readonly except?: readonly string[] }[])
        if (block.cidr === '0.0.0.0/0') expect(block.except).toContain('169.254.0.0/16');
    }
  });

  test('services and monitors name existing ports of containers', () => {
    const ports = [...pods.values()].flatMap(({ spec }) =>
      spec.containers.flatMap(({ ports: own = [] }) => own.map(({ name }) => name)),
    );
    const services = manifests.filter(({ kind }) => kind === 'Service');
    const targetPorts = services.flatMap(({ spec }) =>
      (spec as { readonly ports: readonly { readonly name: string; readonly targetPort: string }[] }).ports.map(
        ({ targetPort }) => targetPort,
      ),
    );
    expect(targetPorts.toSorted()).toEqual(ports.toSorted());
    const watched = manifests
      .filter(({ kind }) => kind === 'ServiceMonitor')
      .flatMap(({ spec }) => (spec as { readonly endpoints: readonly { readonly port: string }[] }).endpoints);
    expect(watched.filter(({ port }) => !ports.includes(port))).toEqual([]);
  });
});

/** Returns the volume that the StatefulSet's claim template adds to the signer's pod. */
function listRecordVolumes(spec: Pod['spec']): readonly string[] {
  return spec.containers.some(({ name }) => name === 'signer') ? ['record'] : [];
}

test('the example has every variable that the processes require', () => {
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
    const names = new Set(findContainer(manifests, role).env?.map(({ name }) => stripFileSuffix(name)));
    expect(needed[role].filter((name) => !names.has(name))).toEqual([]);
  }
});

test('the database is migrated before anything else changes', () => {
  const hooks = renderChart(smallest).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined);
  expect(hooks.map(({ kind, metadata }) => [kind, metadata.annotations?.['helm.sh/hook']])).toEqual([
    ['Job', 'pre-install,pre-upgrade'],
    ['NetworkPolicy', 'pre-install,pre-upgrade'],
  ]);
  const weights = hooks.map(({ metadata }) => Number(metadata.annotations?.['helm.sh/hook-weight']));
  expect(weights[1]).toBeLessThan(weights[0] ?? 0);
});

test('the console is reachable only from its proxies, and reaches DNS, the database and what consoleEgress adds', () => {
  const renderPolicy = (values: Table) => {
    const policies = renderChart(values).filter(({ kind }) => kind === 'NetworkPolicy');
    return policies
      .map(({ spec }) => spec as NetworkPolicy)
      .find(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/component'] === 'console');
  };
  const listEgressPorts = (values: Table) =>
    renderPolicy(values)?.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(renderPolicy(smallest)?.ingress).toEqual([]);
  expect(listEgressPorts(smallest)).toEqual([53, 53, 5432]);
  const policy = renderPolicy(everything);
  expect(policy?.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(['http']);
  expect(listEgressPorts(everything)).toEqual([53, 53, 5432, 443]);
});

test('a single api has no disruption budget, which would block the drain of its node', () => {
  const kinds = renderChart(mergeWithDefaults({ api: { replicas: 1 } }, smallest)).map(({ kind }) => kind);
  expect(kinds).not.toContain('PodDisruptionBudget');
});

test('the alert rules are those of deploy/prometheus', () => {
  const [rule] = renderChart(everything).filter(({ kind }) => kind === 'PrometheusRule');
  expect(rule?.['spec']).toEqual(parse(readFileSync(`${CHART}../../prometheus/alerts.yaml`, 'utf8')));
});

test.each([
  ['publicUrl is missing', { publicUrl: '' }],
  ['operatorRootKeys is missing', { operatorRootKeys: '' }],
  ['ingress.host is missing', { ingress: { enabled: true } }],
  ['console.url is missing', { console: { url: '' } }],
  ['console.ingress.host is missing', { console: { ingress: { enabled: true } } }],
])('refuses values: %s', (message, values) => {
  expect(() => renderTexts(mergeWithDefaults(values, smallest))).toThrow(message);
});

test('finds an unknown and a missing field of a manifest', async () => {
  const [deployment] = renderChart(smallest).filter(({ kind }) => kind === 'Deployment');
  if (!deployment) throw new Error('no deployment');
  const spec = deployment['spec'] as Table;
  const misspelt = { ...deployment, spec: { ...spec, replica: 2 } } as unknown as Manifest;
  const incomplete = { ...deployment, spec: { ...spec, template: undefined } } as unknown as Manifest;
  expect((await findManifestFaults([misspelt])).join()).toMatch(/'"?replica"?' does not exist/);
  expect((await findManifestFaults([incomplete])).join()).toContain('template');
});
