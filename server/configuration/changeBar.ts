import type { Requested } from '../platform/persons/requested.ts';
import { ConfigurationError, type Kind, type RuleName } from './kinds.ts';
import type { Configured } from './readOnce.ts';
import { type RowChange, readRowChange } from './rowChange.ts';

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

/** What lets a third party act for buyers takes two even where `limitsTakeTwo` is `no`. */
const ALWAYS_BY_TWO: ReadonlySet<Kind> = new Set<Kind>(['partner']);

/** Whether a change takes two by the configuration as it is before. What cannot be read does, and is refused when it is done. */
export async function changeTakesTwo(configured: Configured, request: Requested): Promise<boolean> {
  const change = readOrNothing(request);
  if (!change) return true;
  const { kind, key, fields } = change;
  if (kind === 'rule' && BARS.has(key)) return true;
  if (isSwitchedOff(change)) return false;
  if (ALWAYS_BY_TWO.has(kind)) return true;
  const { rules } = await configured.settings();
  if (!rules.limitsTakeTwo) return false;
  if (fields === null) return true;
  const when = TAKE_TWO[kind];
  if (when !== 'changes') return when === 'any';
  return (await configured.rows()).some((row) => row.kind === kind && row.key === key);
}

function isSwitchedOff({ kind, fields }: RowChange): boolean {
  const [field, ...others] = Object.entries(fields ?? {});
  return SWITCHED_OFF_BY_ONE.has(kind) && others.length === 0 && field?.[0] === 'enabled' && field[1] === false;
}

function readOrNothing(request: Requested): RowChange | undefined {
  try {
    return readRowChange(request);
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}
