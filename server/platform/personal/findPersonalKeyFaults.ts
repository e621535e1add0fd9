import { type Database, isMissingTable } from '../database/database.ts';
import { sampleDataKeys } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { PersonalKeys } from './personalKeys.ts';

/** Returns why these keys cannot open the database's data, one line per missing or changed key. */
export async function findPersonalKeyFaults(database: Database, keys: PersonalKeys): Promise<string[]> {
  const samples = await sampleDataKeys(database).catch((error: unknown) => {
    if (isMissingTable(error)) return [];
    throw error;
  });
  return samples.flatMap((sample) => {
    try {
      keys.open(sample);
      return [];
    } catch (error) {
      if (error instanceof PersonalDataError) return [error.message];
      throw error;
    }
  });
}
