import { createLog } from '../platform/log/log.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import { type ConfigurationRow, readConfiguration } from './kinds.ts';
import type { SettingsReports } from './liveSettings.ts';
import { readSeeds, SEEDS_FOLDER } from './readSeeds.ts';
import { type Settings, settingsOf } from './settings.ts';

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

/** Of a server whose reports are not looked at. */
export const quietReports: SettingsReports = {
  log: createLog('silent'),
  metrics: { countUnreadConfiguration: () => undefined },
};

const seeds = await readSeeds(SEEDS_FOLDER);

/** What comes with the product and an account for transfers in euros; further rows take the place of those of the same name. */
export function seededSettings(rows: readonly ConfigurationRow[] = [], offering?: Offering): Settings {
  return settingsOf(readConfiguration([...seeds, TRANSFER_ACCOUNT, ...rows]), offering);
}
