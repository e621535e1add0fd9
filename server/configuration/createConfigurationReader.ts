import type { Queryable } from '../platform/database/database.ts';
import { type ConfigurationRow, parseConfiguration } from './configurationKinds.ts';
import { readConfigurationRows } from './configurationStore.ts';
import { buildSettings, type Settings } from './settings.ts';

/** The configuration for one request, read at most once, when it is first needed. */
export type ConfigurationReader = {
  rows(): Promise<readonly ConfigurationRow[]>;
  settings(): Promise<Settings>;
};

export function createConfigurationReader(database: Queryable): ConfigurationReader {
  let reading: Promise<readonly ConfigurationRow[]> | undefined;
  let settings: Promise<Settings> | undefined;
  const rows = () => (reading ??= readConfigurationRows(database));
  return {
    rows,
    settings: () => (settings ??= rows().then((read) => buildSettings(parseConfiguration(read)))),
  };
}
