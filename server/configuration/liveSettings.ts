import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { parseConfiguration } from './configurationKinds.ts';
import { readConfigurationEdition, readConfigurationRows } from './configurationStore.ts';
import { buildSettings, type Settings } from './settings.ts';

/** The current settings, and live views of their parts: a module keeps its view and always reads the newest values. */
export type LiveSettings = {
  readonly current: () => Settings;
  readonly catalog: Catalog;
  readonly rules: Rules;
  /**
   * Returns the reason why this process could not read the newest change, and so continues with its previous settings;
   * undefined if it could.
   */
  readonly unreadFault: () => string | undefined;
  /** Reloads the settings if a row changed. Inconsistent rows are reported and change nothing. */
  follow(): Promise<void>;
};

/** Receivers of reports about unreadable changes. */
export type SettingsReports = { readonly log: Log; readonly metrics: Pick<Metrics, 'countUnreadConfiguration'> };

export async function openSettings(
  database: Database,
  reports: SettingsReports,
  offering?: Offering,
): Promise<LiveSettings> {
  let edition = await readConfigurationEdition(database);
  let settings = buildSettings(parseConfiguration(await readConfigurationRows(database)), offering);
  let unread: string | undefined;

  return {
    current: () => settings,
    catalog: createLiveView(() => settings.catalog),
    rules: createLiveView(() => settings.rules),
    unreadFault: () => unread,
    async follow() {
      const newest = await readConfigurationEdition(database);
      if (newest === edition) return;
      const rows = await readConfigurationRows(database);
      edition = newest;
      try {
        settings = buildSettings(parseConfiguration(rows), offering);
        unread = undefined;
      } catch (error) {
        unread = error instanceof Error ? error.message : String(error);
        reports.log.error(
          { error },
          'the changed configuration cannot be read: this process continues with its previous settings',
        );
        reports.metrics.countUnreadConfiguration();
      }
    },
  };
}

/**
 * Returns an object whose properties are read from the newest value. A copy would keep old values, so that a spread, and
 * `Object.keys`, throw.
 */
function createLiveView<Value extends object>(newest: () => Value): Value {
  return new Proxy({} as Value, {
    get: (_, name) => newest()[name as keyof Value],
    has: (_, name) => name in newest(),
    set: () => false,
    ownKeys: () => {
      throw new TypeError('a live view of the settings cannot be copied or listed: use current()');
    },
  });
}
