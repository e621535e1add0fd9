import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createAttacks } from './attacks.testing.ts';

const { database } = await openOwnDatabase(6);
const attacks = createAttacks(database);

/** `npm run prove` runs the same property with a hundred thousand transfers. */
test('an attacker who knows every printed id gains nothing', async () => {
  await fc.assert(attacks.nothingIsGained, { numRuns: 12, seed: 20_261_121 });
  const made = await database.one<{ forged: number; refunds: number; returned: number }>(sql`
    select (select count(*) from bank_entries where refund_doubt = 'contains_refund_id') as forged,
      (select count(*) from refunds where status = 'settled') as refunds,
      (select count(*) from refunds where returned_units > 0) as returned`);
  expect(made.forged).toBeGreaterThan(5);
  expect(made.refunds).toBeGreaterThan(7);
  expect(made.returned).toBeGreaterThan(1);
});

test('an attacker gains nothing by three payments of one cent with a refund’s id', async () => {
  const attack = await attacks.open();
  for (let round = 0; round < 3; round += 1) {
    await attack.pay(1n, { endToEndId: attack.pickText(0) }, 'own', true);
    await attack.pay(1n, { remittance: attack.reference }, 'own', true);
    await attack.work();
    await attack.execute(true);
    await attack.work();
    expect(await attack.gain()).toBeLessThanOrEqual(0n);
  }
});
