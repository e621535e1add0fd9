import { createLog } from '../platform/log/log.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { type ConfigurationRow, parseConfiguration } from './configurationKinds.ts';
import type { SettingsReports } from './liveSettings.ts';
import { readSeeds, SEEDS_FOLDER } from './readSeeds.ts';
import { buildSettings, type Settings } from './settings.ts';

const TRANSFER_ACCOUNT: ConfigurationRow = {
  kind: 'transfer-account',
  key: 'EUR',
  value: {
    accountHolder: 'Operator',
    account: 'DE75512108001245126199',
    bankCode: 'SOGEDEFF',
    bankName: 'A bank',
  },
};

/** Receivers that discard all reports. */
export const quietReports: SettingsReports = {
  log: createLog('silent'),
  metrics: { countUnreadConfiguration: () => undefined },
};

const seeds = await readSeeds(SEEDS_FOLDER);

/** Returns settings of the product's seeds and an account for transfers in euros; `rows` replace rows with the same key. */
export function seededSettings(rows: readonly ConfigurationRow[] = [], offering?: Offering): Settings {
  return buildSettings(parseConfiguration([...seeds, TRANSFER_ACCOUNT, ...rows]), offering);
}
