import fc from 'fast-check';
import { test } from 'vitest';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase } from '../../platform/database/testDatabase.ts';
import { testPersonalKeys } from '../../platform/personal/testPersonalKeys.testing.ts';
import { createAttacks } from './attacks.testing.ts';

const wanted = Number(process.env['PROVE_TRIES'] ?? 100_000);
const minutes = Number(process.env['PROVE_MINUTES'] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
/** Attackers per database. More would be slow, since the bank reads all its bookings for each statement. */
const ATTACKERS = 250;
const TIMEOUT_MS = 24 * 3_600_000;

async function runAttacks(from: number): Promise<number> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { maxConnections: 6, personalKeys: testPersonalKeys() });
  try {
    const attacks = createAttacks(database);
    await fc.assert(attacks.nothingIsGained, { numRuns: ATTACKERS, seed: from });
    return attacks.tries();
  } finally {
    await database.close();
    await drop();
  }
}

test(
  `gains nothing by ${wanted} transfers with forged references, ids, accounts and amounts`,
  async () => {
    const end = performance.now() + minutes * 60_000;
    let tries = 0;
    let rounds = 0;
    while (tries < wanted && performance.now() < end) {
      tries += await runAttacks(seed + rounds);
      rounds += 1;
    }
    recordProof('Forged bank transfers', {
      figures: `${tries} transfers of ${rounds * ATTACKERS} attackers`,
      seed: `${seed} to ${seed + rounds - 1}`,
      result: 'nothing gained',
    });
  },
  TIMEOUT_MS,
);
