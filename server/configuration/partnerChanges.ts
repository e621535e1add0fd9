import type { ChangeKind } from '@slipway/contract/entities/partnerPages.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fractionToPercent, percentToFraction } from '@slipway/money/percent.ts';
import { approveChangeRequests, listChangeRequests } from '../partner/members/changeRequestStore.ts';
import type { Partner } from '../partner/partner.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { FieldChanges } from './changeConfiguration.ts';
import { configurationKinds } from './configurationKinds.ts';
import { buildPartner } from './settings.ts';

/** The kinds of requests for a new key or secret, which have no values. */
export type SecretKind = 'key' | 'linkKey' | 'webhookSecret';
type SettingKind = Exclude<ChangeKind, SecretKind>;

const SECRET_KINDS: ReadonlySet<ChangeKind> = new Set<SecretKind>(['key', 'linkKey', 'webhookSecret']);

export function isSecretKind(kind: ChangeKind): kind is SecretKind {
  return SECRET_KINDS.has(kind);
}

const { shape } = configurationKinds.partner.value;

/** Returns the fields of the partner's row with the requested values; undefined if the values do not fit the kind. */
export function buildRequestedFields(kind: SettingKind, values: readonly string[]): FieldChanges | undefined {
  const [only = '', ...more] = values;
  if (kind === 'origins' || kind === 'redirects') return { [kind]: [...new Set(values)] };
  if (more.length > 0) return undefined;
  if (kind === 'webhookUrl') return { webhookUrl: only };
  const share = percentToFraction(only);
  return share === undefined ? undefined : { share };
}

/** Returns why a request cannot be made; undefined if it can. */
export function findChangeFault(partner: Partner, kind: ChangeKind, values: readonly string[]): string | undefined {
  if (isSecretKind(kind))
    return values.length === 0 ? undefined : 'The operator creates keys and secrets: send no value.';
  const fields = buildRequestedFields(kind, values);
  if (!fields) return kind === 'share' ? 'Enter a percentage such as 1.5.' : 'Enter one value.';
  const parsed = shape[kind].safeParse(fields[kind]);
  if (!parsed.success) return `The value ${parsed.error.issues[0]?.message ?? 'is invalid'}.`;
  return isFulfilled(partner, kind, values) ? 'This is already the current setting.' : undefined;
}

/** Returns true if the partner's row has exactly the requested values. */
function isFulfilled(partner: Partner, kind: SettingKind, values: readonly string[]): boolean {
  const currentValues = readCurrentValues(partner, kind);
  const wanted = new Set(kind === 'share' ? values.map(formatPlainPercent) : values);
  return currentValues.length === wanted.size && currentValues.every((value) => wanted.has(value));
}

/** Formats `1.50` as `1.5`; other text is unchanged. */
function formatPlainPercent(percent: string): string {
  const fraction = percentToFraction(percent);
  return fraction === undefined ? percent : fractionToPercent(fraction);
}

/** Returns the values of the partner's row in the form of a request. */
function readCurrentValues(partner: Partner, kind: SettingKind): readonly string[] {
  switch (kind) {
    case 'origins':
      return partner.origins;
    case 'redirects':
      return partner.redirects;
    case 'webhookUrl':
      return partner.webhookUrl === undefined ? [] : [partner.webhookUrl];
    case 'share':
      return [fractionToPercent(formatDecimal(partner.share))];
  }
}

const MOST_OPEN = 50;

/** Approves the partner's open requests for values that its row now has. */
export async function approveFulfilledChanges(
  transaction: Transaction,
  id: string,
  row: unknown,
  operatorRequest: number,
): Promise<void> {
  const open = await listChangeRequests(transaction, id, { most: MOST_OPEN, state: 'open' });
  const partner = buildPartner(id, configurationKinds.partner.value.parse(row));
  const fulfilled = open.filter(({ kind, values }) => !isSecretKind(kind) && isFulfilled(partner, kind, values));
  await approve(transaction, fulfilled, operatorRequest);
}

/** Approves the partner's open request for a key or secret that was created. */
export async function approveSecretRequest(
  transaction: Transaction,
  id: string,
  kind: SecretKind,
  operatorRequest: number,
): Promise<void> {
  const open = await listChangeRequests(transaction, id, { most: MOST_OPEN, state: 'open' });
  await approve(
    transaction,
    open.filter((request) => request.kind === kind),
    operatorRequest,
  );
}

async function approve(
  transaction: Transaction,
  requests: readonly { readonly id: number }[],
  operatorRequest: number,
): Promise<void> {
  const ids = requests.map(({ id }) => id);
  if (ids.length > 0) await approveChangeRequests(transaction, ids, operatorRequest);
}
