import { type Database, isMissingTable } from '../platform/database/database.ts';
import { type ConfigurationRow, parseConfiguration } from './configurationKinds.ts';
import { readConfigurationRows } from './configurationStore.ts';
import { readSeedFolders, SEEDS_FOLDER } from './readSeeds.ts';
import { buildSettings, type Settings } from './settings.ts';

/**
 * Returns the settings that a start would use, without writing: the existing rows, plus the seeds of missing ones.
 * Without a database, only the seeds. Throws ConfigurationError.
 */
export async function previewSettings(database: Database | undefined, folders: readonly string[]): Promise<Settings> {
  const seeds = await readSeedFolders([...folders, SEEDS_FOLDER]);
  const existing = database ? await readExistingRows(database) : [];
  const known = new Set(existing.map(({ kind, key }) => `${kind} ${key}`));
  return buildSettings(
    parseConfiguration([...existing, ...seeds.filter(({ kind, key }) => !known.has(`${kind} ${key}`))]),
  );
}

/** Returns the stored rows: none if no server has started on this database yet. */
async function readExistingRows(database: Database): Promise<readonly ConfigurationRow[]> {
  try {
    return await readConfigurationRows(database);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}
