import { type Database, isMissingTable } from '../database/database.ts';
import { sampleDataKeys } from './dataKeyStore.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { PersonalKeys } from './personalKeys.ts';

/** Why these keys cannot open what is in the database, one line for each key that is missing or another one than before. */
export async function personalKeysFaults(database: Database, keys: PersonalKeys): Promise<string[]> {
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
