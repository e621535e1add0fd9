import { createHash } from 'node:crypto';
import {
  type ConfigurationKind,
  type ConfigurationRow,
  parseConfiguration,
  type RuleName,
} from '../../configuration/configurationKinds.ts';
import { readConfigurationRows } from '../../configuration/configurationStore.ts';
import { buildSettings, type Settings } from '../../configuration/settings.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A version that adds a kind or a rule here must accept the rows of that kind or rule at its first start. */
const USED_KINDS: ReadonlySet<string> = new Set([
  'currency',
  'crypto',
  'network',
  'transfer-account',
  'denied-address',
] satisfies readonly ConfigurationKind[]);

/** `limitsNeedSecondApproval` decides whether a change of the other rules needs a second person. */
const USED_RULES: ReadonlySet<string> = new Set([
  'sanctionsMaximumAgeHours',
  'sanctionsEditionMaximumAgeDays',
  'limitsNeedSecondApproval',
] satisfies readonly RuleName[]);

/** Returns true if the signer uses the row in a decision. */
export function isUsedRow({ kind, key }: Pick<ConfigurationRow, 'kind' | 'key'>): boolean {
  return kind === 'rule' ? USED_RULES.has(key) : USED_KINDS.has(kind);
}

/** Returns the database's rows that the signer uses. */
export async function readUsedRows(database: Queryable): Promise<readonly ConfigurationRow[]> {
  return (await readConfigurationRows(database)).filter(isUsedRow);
}

/**
 * Returns the signer's settings from these rows. Rules that it does not use come from the seeds; rows of other kinds are
 * omitted, so that a change of them has no effect here. Throws ConfigurationError.
 */
export function buildUsedSettings(rows: readonly ConfigurationRow[], seeds: readonly ConfigurationRow[]): Settings {
  const names = new Set(rows.map(formatRowName));
  const rules = seeds.filter((seed) => seed.kind === 'rule' && !names.has(formatRowName(seed)));
  return buildSettings(parseConfiguration([...rules, ...rows]));
}

/** Returns the row's name as operators sign it. */
export function formatRowName({ kind, key }: Pick<ConfigurationRow, 'kind' | 'key'>): string {
  return `${kind} ${key}`;
}

/** Returns a digest that changes whenever a row changes. */
export function digestRows(rows: readonly ConfigurationRow[]): string {
  const parts = rows.map(({ kind, key, value }) => JSON.stringify([kind, key, value])).toSorted();
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
