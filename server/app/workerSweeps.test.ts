import { expect, test } from 'vitest';
import { resealPartnerSecrets } from '../partner/resealStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { forgetWhatIsOld } from './forgetWhatIsOld.ts';
import { keepDataKeysWrapped } from './keepDataKeysWrapped.ts';

const owned = (await openOwnDatabase(2)).database;
const database = roleDatabase(owned, 'worker');
const log = createLog('silent');
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

// PostgreSQL asks for the rights of a statement whether or not it finds a row.
test.each<[string, () => Promise<unknown>]>([
  ['forgets what is old', () => forgetWhatIsOld(database)],
  ['wraps data keys by the newest key', () => keepDataKeysWrapped({ database, log })],
  [
    'seals partners’ secrets anew',
    () => database.transaction((transaction) => resealPartnerSecrets(transaction, keys.partnerSecrets)),
  ],
])('a worker %s by the rights of its role', async (_name, sweep) => {
  await expect(sweep()).resolves.not.toThrow();
});
