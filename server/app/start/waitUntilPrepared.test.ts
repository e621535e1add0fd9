import { expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { ownsSchema, readHeldRights } from '../../platform/database/roles/rightsStore.ts';
import { asRole, createEmptyTestDatabase } from '../../platform/database/testDatabase.ts';
import { createLog } from '../../platform/log/log.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { waitUntilPrepared } from './waitUntilPrepared.ts';

type Line = { readonly msg: string; readonly lacking?: string; readonly beyond?: string };

test('waits until the owner has prepared the database, and logs the missing and excess rights', async () => {
  const { url, drop } = await createEmptyTestDatabase();
  const owner = openDatabase(url, { maxConnections: 1 });
  const api = openDatabase(asRole(url, 'api'), { maxConnections: 1 });
  const lines: Line[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const waiting = () => lines.flatMap(({ lacking }) => lacking ?? []);
  try {
    expect([await ownsSchema(owner), await ownsSchema(api)]).toEqual([true, false]);
    const ready = waitUntilPrepared(api, ['api'], { log, isSandbox: false });
    await waitFor(() => expect(waiting()).toEqual(['every table']));
    await migrate(url, { upTo: 24 });
    await waitFor(() => expect(waiting().at(-1)).toMatch(/^access_log: select, .* and \d+ more$/));

    // A role of this name may belong to another installation: only ROLE=migrate adopts it.
    await prepareDatabase(url, { createRoles: false, seeds: [], log });
    expect(await readHeldRights(owner, 'slipway_api')).not.toContain('orders: select');
    await prepareDatabase(url, { createRoles: true, seeds: [], log });
    await ready;
    expect(await ownsSchema(api)).toBe(false);
    expect(lines.flatMap(({ beyond }) => beyond ?? [])).toEqual([]);

    // Idempotent; excess rights are reported.
    await prepareDatabase(url, { createRoles: false, seeds: [], log });
    await owner.pool.query('grant delete on orders to slipway_api');
    await waitUntilPrepared(api, ['api'], { log, isSandbox: false });
    expect(lines.flatMap(({ beyond }) => beyond ?? [])).toEqual(['orders: delete']);
  } finally {
    await api.close();
    await owner.close();
    await drop();
  }
});
