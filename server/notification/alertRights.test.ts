import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { type AlertKind, findAlertByKey, raiseAlert, settleAlertByKey } from './alertStore.ts';

const { database } = await openOwnDatabase(2);
const apiDatabase = roleDatabase(database, 'api');
const consoleDatabase = roleDatabase(database, 'operator');

afterEach(() => database.run(sql`delete from operator_alerts`));

const raise = (by: Database, kind: AlertKind, key: string | null) =>
  raiseAlert(by, { key, orderId: null, kind, facts: {} });

describe.each<[string, Database, [AlertKind, string][]]>([
  [
    'the api',
    apiDatabase,
    [
      ['identity_review', 'identity_review:1'],
      ['partner_change_request', 'partner_change_request:1'],
      ['partner_refund_request', 'partner_refund_request:1'],
      ['worker_absent', 'heartbeat:worker_absent:never'],
    ],
  ],
  ['the console', consoleDatabase, [['operator_statement', 'operator_statement:1']]],
])('%s', (_, role, own) => {
  test.each(own)('raises alerts of the kind %s', async (kind, key) => {
    expect(await raise(role, kind, key)).toBe(true);
    expect(await raise(role, kind, key)).toBe(false);
  });

  test.each<[AlertKind, string | null]>([
    ['treasury_key_used', 'authorization:ethereum:0xTreasury:1'],
    // The worker would later find this key in use, and not raise its own alert.
    ['identity_review', 'authorization:ethereum:0xTreasury:1'],
    ['operator_statement', 'authorization:ethereum:0xTreasury:1'],
    ['order', null],
  ])('raises no alert %s with the key %s', async (kind, key) => {
    await expect(raise(role, kind, key)).rejects.toMatchObject({ code: '42501' });
  });

  test('neither counts nor changes an alert of another process', async () => {
    const key = 'authorization:ethereum:0xTreasury:1';
    await raise(database, 'treasury_key_used', key);
    await expect(raise(role, 'treasury_key_used', key)).rejects.toMatchObject({ code: '42501' });
    expect(await role.run(sql`update operator_alerts set times = 0`)).toBe(0);
  });
});

test('the api settles only alerts that it raises', async () => {
  await raise(database, 'treasury_key_used', 'authorization:ethereum:0xTreasury:1');
  await raise(database, 'identity_review', 'identity_review:1');
  await settleAlertByKey(apiDatabase, 'authorization:ethereum:0xTreasury:1', 'slipway');
  await settleAlertByKey(apiDatabase, 'identity_review:1', 'slipway');
  expect(await findAlertByKey(database, 'authorization:ethereum:0xTreasury:1')).toMatchObject({ settledBy: null });
  expect(await findAlertByKey(database, 'identity_review:1')).toMatchObject({ settledBy: 'slipway' });
});

test.each(['worker', 'clerk'] as const)('the %s raises and settles every alert', async (role) => {
  const by = roleDatabase(database, role);
  await raise(by, 'order', null);
  await raise(by, 'audit_broken', 'audit_broken:missing');
  await settleAlertByKey(by, 'audit_broken:missing', 'slipway');
  expect(await findAlertByKey(database, 'audit_broken:missing')).toMatchObject({ settledBy: 'slipway' });
});
