import { expect, test } from 'vitest';
import { resealPartnerSecrets } from '../../partner/resealStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { deleteExpiredData } from './deleteExpiredData.ts';
import { updateDataKeyWrapping } from './updateDataKeyWrapping.ts';

const owned = (await openOwnDatabase(2)).database;
const database = roleDatabase(owned, 'worker');
const log = createLog('silent');
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

// PostgreSQL checks the rights of a statement even if it finds no row.
test.each<[string, () => Promise<unknown>]>([
  ['deletes expired data', () => deleteExpiredData(database)],
  ['rewraps data keys with the newest key', () => updateDataKeyWrapping({ database, log })],
  [
    'reseals partners’ secrets',
    () => database.transaction((transaction) => resealPartnerSecrets(transaction, keys.partnerSecrets)),
  ],
])('a worker %s with the rights of its role', async (_name, sweep) => {
  await expect(sweep()).resolves.not.toThrow();
});
