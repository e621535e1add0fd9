import type { RequestedAction } from '../platform/persons/requestedAction.ts';
import { ConfigurationError, type ConfigurationKind, type RuleName } from './configurationKinds.ts';
import type { ConfigurationReader } from './createConfigurationReader.ts';
import { type RowChange, readRowChange } from './rowChange.ts';

/**
 * Which changes of a kind need a second approval while the rule `limitsNeedSecondApproval` is `yes`. `any`: additions,
 * updates and removals. `changes`: updates and removals, since adding a row only protects. `removals`: only removals.
 */
const CHANGES_NEEDING_APPROVAL: Readonly<Record<ConfigurationKind, 'any' | 'changes' | 'removals'>> = {
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

/** Disabling one of these only reduces what is sold, so one person may do it immediately. */
const DISABLED_BY_ONE_PERSON: ReadonlySet<string> = new Set(['currency', 'crypto', 'partner', 'provider']);

/**
 * Rules that decide which actions need a second approval. Changing one always needs two people, so that one person cannot
 * weaken it.
 */
const THRESHOLD_RULES: ReadonlySet<string> = new Set([
  'secondPersonAboveEuro',
  'withdrawalSecondApprovalAboveEuro',
  'limitsNeedSecondApproval',
] satisfies readonly RuleName[]);

/**
 * Kinds that let a third party act for buyers: all changes, except disabling a row, need two people even if
 * `limitsNeedSecondApproval` is `no`.
 */
const ALWAYS_BY_TWO: ReadonlySet<ConfigurationKind> = new Set<ConfigurationKind>(['partner']);

/**
 * Returns true if a change needs two people under the current configuration. An unreadable change needs two people too,
 * and fails when it is executed.
 */
export async function requiresChangeApproval(
  configured: ConfigurationReader,
  request: RequestedAction,
): Promise<boolean> {
  const change = tryReadRowChange(request);
  if (!change) return true;
  const { kind, key, fields } = change;
  if (kind === 'rule' && THRESHOLD_RULES.has(key)) return true;
  if (isDisablingOnly(change)) return false;
  if (ALWAYS_BY_TWO.has(kind)) return true;
  const { rules } = await configured.settings();
  if (!rules.limitsNeedSecondApproval) return false;
  if (fields === null) return true;
  const when = CHANGES_NEEDING_APPROVAL[kind];
  if (when !== 'changes') return when === 'any';
  return (await configured.rows()).some((row) => row.kind === kind && row.key === key);
}

function isDisablingOnly({ kind, fields }: RowChange): boolean {
  const [field, ...others] = Object.entries(fields ?? {});
  return DISABLED_BY_ONE_PERSON.has(kind) && others.length === 0 && field?.[0] === 'enabled' && field[1] === false;
}

function tryReadRowChange(request: RequestedAction): RowChange | undefined {
  try {
    return readRowChange(request);
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}
