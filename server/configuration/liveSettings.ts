import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { configurationEdition, readRows } from './configurationStore.ts';
import { readConfiguration } from './kinds.ts';
import { type Settings, settingsOf } from './settings.ts';

/** The newest settings, and views of their parts that follow them: a room holds its part and always sees the newest. */
export type LiveSettings = {
  readonly current: () => Settings;
  readonly catalog: Catalog;
  readonly rules: Rules;
  /** Reads the database again when something was changed. Rows that do not fit together change nothing and are reported. */
  follow(): Promise<void>;
};

export async function openSettings(database: Database, log: Log, offering?: Offering): Promise<LiveSettings> {
  let edition = await configurationEdition(database);
  let settings = settingsOf(readConfiguration(await readRows(database)), offering);
  return {
    current: () => settings,
    catalog: following(() => settings.catalog),
    rules: following(() => settings.rules),
    async follow() {
      const newest = await configurationEdition(database);
      if (newest === edition) return;
      const rows = await readRows(database);
      edition = newest;
      try {
        settings = settingsOf(readConfiguration(rows), offering);
      } catch (error) {
        log.error({ error }, 'the configuration is not followed');
      }
    },
  };
}

/** An object whose every property is read from the newest one. */
function following<Value extends object>(newest: () => Value): Value {
  return new Proxy({} as Value, { get: (_, name) => newest()[name as keyof Value] });
}
