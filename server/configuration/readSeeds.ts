import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfigurationRow, type Kind, readRow } from './kinds.ts';

/** The values that come with the product. */
export const SEEDS_FOLDER = fileURLToPath(new URL('seeds/', import.meta.url));

/** A file for each kind: `{ "key": value, … }`. */
const files: Readonly<Record<string, Kind>> = {
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

/** Rows of one folder's files, checked. Files that are not there have no rows; others are none of ours. */
export async function readSeeds(folder: string): Promise<ConfigurationRow[]> {
  const names = (await readdir(folder)).filter((name) => Object.hasOwn(files, name)).toSorted();
  const rows = await Promise.all(
    names.map(async (name) => {
      const kind = files[name] as Kind;
      const entries = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;
      return Object.entries(entries).map(([key, value]) => ({ kind, key, value: readRow({ kind, key, value }).value }));
    }),
  );
  return rows.flat();
}

/** Several folders together: the first that has a row wins. */
export async function readSeedFolders(folders: readonly string[]): Promise<ConfigurationRow[]> {
  const rows = (await Promise.all(folders.map(readSeeds))).flat();
  const first = new Map<string, ConfigurationRow>();
  for (const row of rows) {
    const name = `${row.kind} ${row.key}`;
    if (!first.has(name)) first.set(name, row);
  }
  return [...first.values()];
}
