import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { roleNames } from '../../server/platform/database/roles/roleNames.ts';
import { findManifestFaults } from './chart/findManifestFaults.ts';
import type { Manifest } from './chart/renderChart.ts';

const file = fileURLToPath(new URL('../../deploy/cloudnative-pg/database.yaml', import.meta.url));
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest);
const [cluster, pooler] = manifests;

test("the resources match CloudNativePG's types and schemas", async () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(['Cluster', 'Pooler']);
  expect(await findManifestFaults(manifests)).toEqual([]);
});

type ManagedRoles = {
  readonly managed: { readonly roles: readonly { readonly name: string; readonly passwordSecret: object }[] };
};

test('confirms no commit before a second node has it, and promotes no node that may lack a confirmed commit', () => {
  expect(cluster?.['spec']).toMatchObject({
    instances: 3,
    postgresql: {
      synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true },
      parameters: { synchronous_commit: 'on' },
    },
  });
});

test("each process's role logs in with a password from its Secret", () => {
  const managed = (cluster?.['spec'] as Partial<ManagedRoles> | undefined)?.managed ?? { roles: [] };
  expect(managed.roles.map(({ name }) => name).toSorted()).toEqual(
    roleNames.map((role) => `slipway_${role}`).toSorted(),
  );
  for (const { name, passwordSecret } of managed.roles)
    expect(passwordSecret).toEqual({ name: name.replace('slipway_', 'slipway-database-') });
});

test('the pooler connects to the primary of this cluster, in transaction mode', () => {
  expect(cluster?.['spec']).toMatchObject({ certificates: { serverAltDNSNames: [pooler?.metadata.name] } });
  expect(pooler?.['spec']).toMatchObject({
    cluster: { name: cluster?.metadata.name },
    type: 'rw',
    pgbouncer: { poolMode: 'transaction' },
  });
});
