import { type Database, isMissingTable } from '../platform/database/database.ts';
import { parseConfiguration } from './configurationKinds.ts';
import { readConfigurationRows, readInsertedSeeds } from './configurationStore.ts';
import { readSeedFolders, SEEDS_FOLDER } from './readSeeds.ts';
import { buildSettings, type Settings } from './settings.ts';

/**
 * Returns the settings that a start would use, without writing: the existing rows, plus the seeds of missing ones.
 * Without a database, only the seeds. Throws ConfigurationError.
 */
export async function previewSettings(database: Database | undefined, folders: readonly string[]): Promise<Settings> {
  const seeds = await readSeedFolders([...folders, SEEDS_FOLDER]);
  const existing = database ? await readIfTableExists(readConfigurationRows(database)) : [];
  const inserted = database ? await readIfTableExists(readInsertedSeeds(database)) : [];
  const known = new Set([...existing, ...inserted].map(({ kind, key }) => `${kind} ${key}`));
  return buildSettings(
    parseConfiguration([...existing, ...seeds.filter(({ kind, key }) => !known.has(`${kind} ${key}`))]),
  );
}

/** Returns the rows: none if no server has started on this database yet. */
async function readIfTableExists<Read>(reading: Promise<readonly Read[]>): Promise<readonly Read[]> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}
