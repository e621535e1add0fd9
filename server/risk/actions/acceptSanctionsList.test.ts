import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { ok } from '../../providers/outcome.ts';
import { composeList } from '../../providers/sanctions/composeList.ts';
import { collectSanctions, createSanctionsLists } from '../sanctionsLists.ts';

const { database } = await openOwnDatabase();
const rules = { sanctionsEditionMaximumAgeMs: 30 * 86_400_000 };
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
const context = { database, log: createLog('silent'), keys, rules };

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `address${index}`);

/** Creates a source with a list to publish, and a process that screens with it. */
function createPublisher() {
  const id = randomUUID();
  const lists = createSanctionsLists(database, keys.sanctionsSeal, [id]);
  return {
    id,
    async publish(count: number, publishedAt?: Date): Promise<string> {
      const edition = composeList(id, addresses(count), { publishedAt });
      await collectSanctions(context, [{ id, fetchList: async () => ok(edition) }]);
      await lists.follow();
      return edition.hash;
    },
    getListInUse: () => lists.current()[0],
    alerts: () =>
      database.many<{ kind: string; settledBy: string | null }>(sql`
        select kind, settled_by as "settledBy" from operator_alerts where facts ->> 'source' = ${id} order by id`),
  };
}

async function accept(source: string, hash: string): Promise<string> {
  const output = await runCommand(createCommandContext('anna', { database }), 'accept-list', [source, hash]);
  await expect(
    runCommand(createCommandContext('anna', { database }), 'approve', [parseRequestNumber(output)]),
  ).rejects.toThrow('your own');
  return runCommand(createCommandContext('ben', { database }), 'approve', [parseRequestNumber(output)]);
}

test('uses an edition that lacks a large part of the former list only after two people have accepted it', async () => {
  const { id, publish, getListInUse, alerts } = createPublisher();
  await publish(20);
  const former = getListInUse();
  const shrunk = await publish(10);
  expect(getListInUse()).toEqual(former);
  expect(await alerts()).toEqual([{ kind: 'sanctions_list_doubted', settledBy: null }]);

  await expect(accept(id, 'another')).rejects.toThrow(`no edition another of ${id} was rejected as doubtful`);
  expect(await accept(id, shrunk)).toContain('used from the next fetch on');
  await expect(accept(id, shrunk)).rejects.toThrow('no longer needs to be accepted');
  expect(getListInUse()?.addresses.size).toBe(20);

  await publish(10);
  expect(getListInUse()?.addresses.size).toBe(10);
  expect(await alerts()).toEqual([{ kind: 'sanctions_list_doubted', settledBy: 'slipway' }]);
  const trail = await database.one<{ after: unknown }>(
    sql`select after from audit_trail where subject = ${`sanctions list ${id}`}`,
  );
  expect(trail.after).toEqual({ accepted: shrunk });
});

test('accepts no other edition, and forgets the acceptance when the publisher serves the former edition again', async () => {
  const { id, publish, getListInUse, alerts } = createPublisher();
  await publish(20);
  const shrunk = await publish(10);
  await accept(id, shrunk);
  await publish(5);
  expect(getListInUse()?.addresses.size).toBe(20);
  await publish(20);
  await publish(10);
  expect(getListInUse()?.addresses.size).toBe(20);
  expect((await alerts()).map(({ settledBy }) => settledBy)).toEqual(['slipway', 'slipway', null]);
});

test('raises an alert for an older edition, which is not used, and for a first edition above the maximum age', async () => {
  const { publish, getListInUse, alerts } = createPublisher();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await publish(20, daysAgo(2));
  await publish(19, daysAgo(3));
  expect(getListInUse()?.addresses.size).toBe(20);
  await publish(20, daysAgo(5));
  expect(getListInUse()?.edition.publishedAt?.getTime()).toBeGreaterThan(daysAgo(3).getTime());
  await publish(21, daysAgo(1));
  expect(getListInUse()?.addresses.size).toBe(21);

  const other = createPublisher();
  await other.publish(20, daysAgo(31));
  expect(await other.alerts()).toEqual([{ kind: 'sanctions_list', settledBy: null }]);
  expect((await alerts())[0]?.kind).toBe('sanctions_list_doubted');
});
