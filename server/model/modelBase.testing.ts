import sql from 'sql-template-tag';
import { createNameScreening } from '../account/names/nameScreening.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { silentStepContext } from '../purchase/order/silentStepContext.testing.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';
import type { ModelBase } from './hostileOrder.testing.ts';

/** Number of orders that run concurrently: one waits for the database while others compute. */
export const CONCURRENT_ORDERS = 4;

/** Opens the product's steps on a separate database, without vendors: each run of an order creates its own. */
export async function openModel(): Promise<ModelBase> {
  return openModelOn((await openOwnDatabase(2 * CONCURRENT_ORDERS)).database);
}

/** Like {@link openModel}, on a migrated database without orders. `stepDatabase`: the connection of the steps. */
export async function openModelOn(
  database: Database,
  stepDatabase: Database = roleDatabase(database, 'worker'),
): Promise<ModelBase> {
  await database.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries)
    values ('\\x00', 'model', 'model', slipway_now(), 0)`);
  return { database, context: createModelContext(stepDatabase) };
}

function createModelContext(database: Database): ModelBase['context'] {
  const { catalog, rules } = seededSettings();
  const some = {
    ...silentStepContext,
    database,
    catalog,
    rules,
    prices: () => ({ markets: new Map(), rates: new Map(), networkFees: new Map(), funds: new Map() }),
    keys: deriveKeys(Buffer.from('the model of the order machine')),
    screening: createFixedScreening(),
    nameScreening: createNameScreening({ names: () => [], thresholdPercent: () => 100 }),
    riskRules: () => [],
    queueOrderMail: async () => undefined,
    publicUrl: 'https://pay.example',
  };
  // Omits what no step needs.
  return some as unknown as ModelBase['context'];
}
