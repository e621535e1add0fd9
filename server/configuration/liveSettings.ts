import { raiseAlert } from '../notification/alertStore.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
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
  /** False from a change that this process cannot read until the next one that it can: it goes on by what it had before. */
  readonly isFollowed: () => boolean;
  /** Reads the database again when something was changed. Rows that do not fit together change nothing and are reported. */
  follow(): Promise<void>;
};

/** To whom it is said that a change cannot be read. */
export type SettingsReports = { readonly log: Log; readonly metrics: Pick<Metrics, 'countUnreadConfiguration'> };

export async function openSettings(
  database: Database,
  reports: SettingsReports,
  offering?: Offering,
): Promise<LiveSettings> {
  let edition = await configurationEdition(database);
  let settings = settingsOf(readConfiguration(await readRows(database)), offering);
  /** The edition that cannot be read, and whether the operator knows. */
  let unread: { readonly edition: string; readonly fault: string; told: boolean } | undefined;

  async function tellOperator(): Promise<void> {
    if (!unread || unread.told) return;
    const telling = unread;
    await raiseAlert(database, {
      key: `configuration_unread:${telling.edition}`,
      orderId: null,
      kind: 'configuration_unread',
      facts: { fault: telling.fault },
    });
    telling.told = true;
  }

  return {
    current: () => settings,
    catalog: following(() => settings.catalog),
    rules: following(() => settings.rules),
    isFollowed: () => unread === undefined,
    async follow() {
      const newest = await configurationEdition(database);
      if (newest !== edition) {
        const rows = await readRows(database);
        edition = newest;
        try {
          settings = settingsOf(readConfiguration(rows), offering);
          unread = undefined;
        } catch (error) {
          unread = { edition: newest, fault: error instanceof Error ? error.message : String(error), told: false };
          reports.log.error({ error }, 'the configuration is not followed');
          reports.metrics.countUnreadConfiguration();
        }
      }
      await tellOperator();
    },
  };
}

/** An object whose every property is read from the newest one. */
function following<Value extends object>(newest: () => Value): Value {
  return new Proxy({} as Value, { get: (_, name) => newest()[name as keyof Value] });
}
