import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfigurationKind, type ConfigurationRow, parseConfigurationRow } from './configurationKinds.ts';

/** The seeds that come with the product. */
export const SEEDS_FOLDER = fileURLToPath(new URL('seeds/', import.meta.url));

/** One file per kind: `{ "key": value, … }`. */
const files: Readonly<Record<string, ConfigurationKind>> = {
  'currencies.json': 'currency',
  'fees.json': 'fee',
  'networks.json': 'network',
  'cryptos.json': 'crypto',
  'countries.json': 'country',
  'rules.json': 'rule',
  'riskRules.json': 'risk-rule',
  'partners.json': 'partner',
  'providers.json': 'provider',
  'transferAccounts.json': 'transfer-account',
  'deniedAddresses.json': 'denied-address',
  'blockedNetworks.json': 'blocked-network',
  'reviewedNames.json': 'reviewed-name',
};

/** Returns the validated rows of a folder's seed files. Missing files count as empty; other files are ignored. */
export async function readSeeds(folder: string): Promise<ConfigurationRow[]> {
  const names = (await readdir(folder)).filter((name) => Object.hasOwn(files, name)).toSorted();
  const rows = await Promise.all(
    names.map(async (name) => {
      const kind = files[name] as ConfigurationKind;
      const entries = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;
      return Object.entries(entries).map(([key, value]) => ({
        kind,
        key,
        value: parseConfigurationRow({ kind, key, value }).value,
      }));
    }),
  );
  return rows.flat();
}

/** Merges the seeds of several folders: the first folder that contains a row takes precedence. */
export async function readSeedFolders(folders: readonly string[]): Promise<ConfigurationRow[]> {
  const rows = (await Promise.all(folders.map(readSeeds))).flat();
  const first = new Map<string, ConfigurationRow>();
  for (const row of rows) {
    const name = `${row.kind} ${row.key}`;
    if (!first.has(name)) first.set(name, row);
  }
  return [...first.values()];
}
