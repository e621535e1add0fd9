import type { Queryable } from '../../platform/database/database.ts';
import { type Profile, saveProfile } from './profileStore.ts';

const anna: Profile = {
  firstName: 'Anna',
  lastName: 'Weber',
  birthDate: '1990-05-31',
  citizenship: 'DE',
  city: 'Berlin',
  purpose: 'x',
  phone: '+4930901820',
  outcome: 'approved',
};

/** Saves the profile of Anna Weber, who is on no sanctions list. */
export async function saveExampleProfile(database: Queryable, buyerId: string): Promise<void> {
  const verdict = { isListed: false, entry: '', scorePercent: 0, thresholdPercent: 85, listVersion: '' };
  await saveProfile(database, buyerId, anna, verdict);
}
