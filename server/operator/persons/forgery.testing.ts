import fc from 'fast-check';
import { expect } from 'vitest';
import { statementRefusals } from '../../platform/persons/verifyStatement.ts';
import { openForgedWorld } from './forgedWorld.testing.ts';
import { type ForgeryName, forgeries } from './forgeries.testing.ts';

const names = Object.keys(forgeries) as ForgeryName[];
const HONEST_EVERY = 50;
/** Pairs of requester and approver: with key files, with passkeys, and with one of each. */
const HONEST = [
  ['anna', 'ben'],
  ['pia', 'paul'],
  ['anna', 'pia'],
  ['paul', 'ben'],
] as const;

const anyForgery = fc.record({
  how: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
  pick: fc.nat({ max: 2 ** 31 - 1 }),
});

/**
 * Inserts this many requests as approved: the first of every fifty is honest, the others are forged. Asserts that the honest
 * ones are executed, and that each other one is refused because of its statements.
 */
export async function expectForgeriesRefused(count: number, seed: number): Promise<void> {
  const world = await openForgedWorld();
  let honest = 0;
  const submitted = fc.sample(anyForgery, { numRuns: count, seed });
  for (const [index, { how, pick }] of submitted.entries()) {
    const now = await world.database.now();
    const row = world.honestRow(now);
    if (index % HONEST_EVERY === 0) {
      const [who, approvedBy] = HONEST[honest % HONEST.length] ?? [];
      expect(await world.submit(world.honestRow(now, who, approvedBy))).toContain('coins can be withdrawn to');
      honest += 1;
      continue;
    }
    const forging = { now, persons: world.persons, pick };
    const forged = how.reduce((changed, name) => forgeries[name](changed, forging), row);
    const [reason = ''] = (await world.submit(forged)).split(':');
    expect(Object.keys(statementRefusals), `${how.join(', ')} by ${pick}: ${reason}`).toContain(reason);
  }
  expect(await world.allowedAddresses()).toBe(honest);
}
