import type { Queryable } from '../platform/database/database.ts';
import { readRows } from './configurationStore.ts';
import { type ConfigurationRow, readConfiguration } from './kinds.ts';
import { type Settings, settingsOf } from './settings.ts';

/** The configuration of one answer: read when it is first needed, and then no more. */
export type Configured = {
  rows(): Promise<readonly ConfigurationRow[]>;
  settings(): Promise<Settings>;
};

export function readOnce(database: Queryable): Configured {
  let reading: Promise<readonly ConfigurationRow[]> | undefined;
  let settings: Promise<Settings> | undefined;
  const rows = () => (reading ??= readRows(database));
  return {
    rows,
    settings: () => (settings ??= rows().then((read) => settingsOf(readConfiguration(read)))),
  };
}
