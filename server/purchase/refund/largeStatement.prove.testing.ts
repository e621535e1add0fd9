import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testDatabase.ts';
import { measureBlocking } from '../../platform/eventLoopYield.testing.ts';
import { testPersonalKeys } from '../../platform/personal/testPersonalKeys.testing.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { buildLargeStatement } from '../../providers/bank/iso20022/largeStatement.testing.ts';
import { importStatementFile } from '../payment/bankStatements/importStatementFile.ts';
import { OWN_ACCOUNT } from './testBank.testing.ts';

const MEGABYTES = Number(process.env['PROVE_MEGABYTES'] ?? 25);
const MINUTES = 10;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 4, personalKeys: testPersonalKeys() });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test.each([
  ['notification', 'bookings that are new'],
  ['statement', 'the same bookings'],
] as const)(
  `reads a %s of ${MEGABYTES} MB, of %s, without blocking the event loop`,
  async (kind, _what) => {
    const { xml, bookings } = buildLargeStatement(OWN_ACCOUNT, MEGABYTES * 1024 * 1024, kind);
    const context = { database, bankFiles: createIso20022Files(), catalog: seededSettings().catalog };
    const file = { name: 'large.xml', bytes: xml, importedBy: 'anna' };
    const began = performance.now();
    const { result, computedMs, waitedMs } = await measureBlocking(() => importStatementFile(context, file));
    console.log(
      `${kind}: ${bookings} bookings in ${Math.round(performance.now() - began)} ms; computed ${Math.round(computedMs)} ms at once, waited ${Math.round(waitedMs)} ms`,
    );
    expect(result).toEqual({ kind: 'imported', entries: bookings, newEntries: kind === 'notification' ? bookings : 0 });
    expect(computedMs).toBeLessThan(50);
  },
  MINUTES * 60_000,
);
