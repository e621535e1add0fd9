import type { Queryable } from '../platform/database/database.ts';
import { parseConfiguration } from './configurationKinds.ts';
import { readConfigurationRows } from './configurationStore.ts';
import { buildSettings, type Settings } from './settings.ts';

/** Returns the settings in the database now. */
export async function readSettings(database: Queryable): Promise<Settings> {
  return buildSettings(parseConfiguration(await readConfigurationRows(database)));
}
