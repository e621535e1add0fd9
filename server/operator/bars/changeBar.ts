import { readRows } from '../../configuration/configurationStore.ts';
import { type Kind, type RuleName, readConfiguration } from '../../configuration/kinds.ts';
import { settingsOf } from '../../configuration/settings.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { NewRequest } from '../requestStore.ts';

/** A change of the configuration; its fields as text, as they were signed. */
export type Change = {
  readonly kind: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/**
 * `any`: every change lets more through, or may. `changes`: to add a row keeps harm away, to change one may not. `removals`:
 * only to take one out lets something through.
 */
const TAKE_TWO: Readonly<Record<Kind, 'any' | 'changes' | 'removals'>> = {
  currency: 'any',
  fee: 'any',
  network: 'any',
  crypto: 'any',
  country: 'any',
  rule: 'any',
  partner: 'any',
  provider: 'any',
  'transfer-account': 'any',
  'risk-rule': 'changes',
  'denied-address': 'removals',
  'blocked-network': 'removals',
  'reviewed-name': 'removals',
};

/** To switch these off sells less, and harms nobody: one person may, at once. */
const SWITCHED_OFF_BY_ONE: ReadonlySet<string> = new Set(['currency', 'crypto', 'partner', 'provider']);

/** What says when two are needed takes two always, by what it was before: nobody lowers it alone. */
const BARS: ReadonlySet<string> = new Set([
  'secondPersonAboveEuro',
  'withdrawalTakesTwoAboveEuro',
  'limitsTakeTwo',
] satisfies readonly RuleName[]);

/** Whether a change takes two by the configuration as it is before. */
export async function changeTakesTwo(database: Queryable, { action, input }: NewRequest): Promise<boolean> {
  const { kind, key, fields } = JSON.parse(input['change'] ?? '{}') as Change;
  if (kind === 'rule' && BARS.has(key)) return true;
  const rows = await readRows(database);
  if (!settingsOf(readConfiguration(rows)).rules.limitsTakeTwo) return false;
  if (action === 'remove') return true;
  const [field, ...others] = Object.entries(fields);
  if (SWITCHED_OFF_BY_ONE.has(kind) && others.length === 0 && field?.[0] === 'enabled' && field[1] === false)
    return false;
  const when = Object.hasOwn(TAKE_TWO, kind) ? TAKE_TWO[kind as Kind] : 'any';
  return when === 'any' || (when === 'changes' && rows.some((row) => row.kind === kind && row.key === key));
}
