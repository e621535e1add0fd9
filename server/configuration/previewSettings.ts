import { type Database, isMissingTable } from '../platform/database/database.ts';
import { readRows } from './configurationStore.ts';
import { type ConfigurationRow, readConfiguration } from './kinds.ts';
import { readSeedFolders, SEEDS_FOLDER } from './readSeeds.ts';
import { type Settings, settingsOf } from './settings.ts';

/**
 * The settings as a start would find them, before anything is written: the rows that are there, and the seeds of those that
 * are not. Without a database, the seeds alone. Throws ConfigurationError.
 */
export async function previewSettings(database: Database | undefined, folders: readonly string[]): Promise<Settings> {
  const seeds = await readSeedFolders([...folders, SEEDS_FOLDER]);
  const written = database ? await rowsSoFar(database) : [];
  const known = new Set(written.map(({ kind, key }) => `${kind} ${key}`));
  return settingsOf(readConfiguration([...written, ...seeds.filter(({ kind, key }) => !known.has(`${kind} ${key}`))]));
}

/** None in a database that no server has started on yet. */
async function rowsSoFar(database: Database): Promise<readonly ConfigurationRow[]> {
  try {
    return await readRows(database);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}
