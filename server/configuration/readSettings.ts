import type { Queryable } from '../platform/database/database.ts';
import { readRows } from './configurationStore.ts';
import { readConfiguration } from './kinds.ts';
import { type Settings, settingsOf } from './settings.ts';

/** The settings as the database has them at this moment. */
export async function readSettings(database: Queryable): Promise<Settings> {
  return settingsOf(readConfiguration(await readRows(database)));
}
