import { percentToFraction } from '@slipway/money/percent.ts';
import type { PartnerAction, PartnerDetails } from './partnerData.ts';

/** A partner's row as typed: lists separated by spaces, the share in percent, empty text for absent values. */
export type PartnerDraft = {
  readonly name: string;
  readonly origins: string;
  readonly redirects: string;
  readonly webhookUrl: string;
  readonly share: string;
  readonly payMethod: string;
  readonly offerType: string;
  readonly savedCardEuroPerDay: string;
};

type PartnerRow = Pick<
  PartnerDetails,
  'name' | 'origins' | 'redirects' | 'webhook' | 'share' | 'payMethod' | 'offerType' | 'savedCardEuroPerDay'
>;

export function buildPartnerDraft({
  name,
  origins,
  redirects,
  webhook,
  share,
  payMethod,
  offerType,
  ...limits
}: PartnerRow): PartnerDraft {
  return {
    name,
    origins: origins.join(' '),
    redirects: redirects.join(' '),
    webhookUrl: webhook.url ?? '',
    share,
    payMethod: payMethod ?? '',
    offerType: offerType ?? '',
    savedCardEuroPerDay: limits.savedCardEuroPerDay,
  };
}

/** Returns what is wrong with a draft, by field; the server checks again. */
export function findDraftErrors({
  name,
  share,
  savedCardEuroPerDay,
}: PartnerDraft): Partial<Record<keyof PartnerDraft, string>> {
  return {
    ...(name.trim() === '' && { name: 'Enter a name. Orders and reports show it.' }),
    ...(percentToFraction(share.trim()) === undefined && {
      share: 'Enter a percentage from 0 to less than 100, such as 1.5.',
    }),
    ...(!EURO_AMOUNT_PATTERN.test(savedCardEuroPerDay.trim()) && {
      savedCardEuroPerDay: 'Enter an amount in euros, such as 50 or 50.00.',
    }),
  };
}

/**
 * Returns the input of the action that changes the partner's row, with only the fields that differ. Undefined if none differs, or
 * a field is invalid.
 */
export function buildPartnerChange(
  { input }: Pick<PartnerAction, 'input'>,
  current: PartnerDraft,
  draft: PartnerDraft,
): Readonly<Record<string, string>> | undefined {
  if (Object.keys(findDraftErrors(draft)).length > 0) return undefined;
  const differs = (field: keyof PartnerDraft) => draft[field].trim() !== current[field];
  const fields = {
    ...(differs('name') && { name: draft.name.trim() }),
    ...(differs('origins') && { origins: splitWords(draft.origins) }),
    ...(differs('redirects') && { redirects: splitWords(draft.redirects) }),
    ...(differs('share') && { share: percentToFraction(draft.share.trim()) }),
    ...(differs('savedCardEuroPerDay') && { savedCardEuroPerDay: draft.savedCardEuroPerDay.trim() }),
    // Null removes a value from the row.
    ...(differs('webhookUrl') && { webhookUrl: draft.webhookUrl.trim() || null }),
    ...(differs('payMethod') && { payMethod: draft.payMethod || null }),
    ...(differs('offerType') && { offerType: draft.offerType.trim() || null }),
  };
  if (Object.keys(fields).length === 0) return undefined;
  const change = JSON.parse(input['change'] ?? '{}') as object;
  return { change: JSON.stringify({ ...change, fields }) };
}

const EURO_AMOUNT_PATTERN = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/;

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
