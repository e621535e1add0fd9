import { createHash } from 'node:crypto';
import { readRows } from '../../configuration/configurationStore.ts';
import { type ConfigurationRow, type Kind, type RuleName, readConfiguration } from '../../configuration/kinds.ts';
import { type Settings, settingsOf } from '../../configuration/settings.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A version that adds a kind or a rule has to accept its rows at its first start. */
const USED_KINDS: ReadonlySet<string> = new Set([
  'currency',
  'crypto',
  'network',
  'transfer-account',
  'denied-address',
] satisfies readonly Kind[]);

/** `limitsTakeTwo`: whether a change of the others needs a second person. */
const USED_RULES: ReadonlySet<string> = new Set([
  'sanctionsMaximumAgeHours',
  'sanctionsEditionMaximumAgeDays',
  'limitsTakeTwo',
] satisfies readonly RuleName[]);

/** Returns whether the signer decides anything by a row. */
export function isUsedRow({ kind, key }: Pick<ConfigurationRow, 'kind' | 'key'>): boolean {
  return kind === 'rule' ? USED_RULES.has(key) : USED_KINDS.has(kind);
}

/** Returns the database's rows that the signer uses. */
export async function readUsedRows(database: Queryable): Promise<readonly ConfigurationRow[]> {
  return (await readRows(database)).filter(isUsedRow);
}

/**
 * Returns the signer's settings by these rows. Rules that it does not use come from the seeds, and rows of other kinds are left
 * out: a change of them changes nothing here. Throws ConfigurationError.
 */
export function buildUsedSettings(rows: readonly ConfigurationRow[], seeds: readonly ConfigurationRow[]): Settings {
  const names = new Set(rows.map(nameRow));
  const rules = seeds.filter((seed) => seed.kind === 'rule' && !names.has(nameRow(seed)));
  return settingsOf(readConfiguration([...rules, ...rows]));
}

/** Returns the row's name as operators sign it. */
export function nameRow({ kind, key }: Pick<ConfigurationRow, 'kind' | 'key'>): string {
  return `${kind} ${key}`;
}

/** Returns a digest that is another one as soon as a row is another one. */
export function digestRows(rows: readonly ConfigurationRow[]): string {
  const parts = rows.map(({ kind, key, value }) => JSON.stringify([kind, key, value])).toSorted();
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
