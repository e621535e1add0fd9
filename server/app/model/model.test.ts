import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testDatabase.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { quietSteps } from '../../purchase/order/quietSteps.testing.ts';
import { fixedScreening } from '../../risk/fixedScreening.testing.ts';
import { anyScript, liveThrough, type ModelBase } from './hostileOrder.testing.ts';

const ORDERS = Number(process.env['MODEL_ORDERS'] ?? 200);
const LANES = 4;

let testDatabase: TestDatabase;
let database: Database;
let base: ModelBase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 2 * LANES });
  await database.run(sql`
    insert into bank_statements (hash, name, imported_by, imported_at, entries) values ('\\x00', 'model', 'model', slipway_now(), 0)`);
  const { catalog, rules } = seededSettings();
  base = {
    database,
    context: {
      ...quietSteps,
      database,
      catalog,
      rules: { ...rules, identityAboveEuroCents: 10n ** 12n },
      prices: () => ({ markets: new Map(), rates: new Map(), networkFees: new Map() }),
      keys: deriveKeys(Buffer.from('the model of the order machine')),
      screening: fixedScreening(),
      nameScreening: { isListed: () => false },
      riskRules: () => [],
      writeLetter: async () => undefined,
      publicUrl: 'https://pay.example',
    } as unknown as ModelBase['context'],
  };
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

test('whatever anybody does, nobody gets more than they paid for, and nobody is left standing', {
  timeout: 600_000,
}, async () => {
  const ends: Record<string, number> = {};
  const seed = Number(process.env['MODEL_SEED'] ?? 42);
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      fc.assert(
        fc.asyncProperty(anyScript, async (script) => {
          const { faults, order, world } = await liveThrough(base, script);
          const k = `${order.payMethod} ${order.status} coins=${world.takings.coinsSent} taken=${world.takings.taken > 0n}`;
          ends[k] = (ends[k] ?? 0) + 1;
          expect(faults).toEqual([]);
        }),
        { numRuns: Math.ceil(ORDERS / LANES), seed: seed + lane },
      ),
    ),
  );
  console.log(ends);
});
