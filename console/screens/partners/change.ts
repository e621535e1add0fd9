import { fractionOfPercent } from '@slipway/money/percent.ts';
import type { PartnerAct, ShownPartner } from './partner.ts';

/** A partner's row as it is typed: lists with spaces between, the share in percent, nothing where the row has nothing. */
export type Draft = {
  readonly name: string;
  readonly origins: string;
  readonly redirects: string;
  readonly webhookUrl: string;
  readonly share: string;
  readonly payMethod: string;
  readonly offerType: string;
  readonly savedCardEuroPerDay: string;
};

type Standing = Pick<
  ShownPartner,
  'name' | 'origins' | 'redirects' | 'webhook' | 'share' | 'payMethod' | 'offerType' | 'savedCardEuroPerDay'
>;

export function draftOf({
  name,
  origins,
  redirects,
  webhook,
  share,
  payMethod,
  offerType,
  ...limits
}: Standing): Draft {
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

/** What is wrong with a draft, by field; the server looks again. */
export function faultsOf({ name, share, savedCardEuroPerDay }: Draft): Partial<Record<keyof Draft, string>> {
  return {
    ...(name.trim() === '' && { name: 'A partner has a name: orders and reports show it.' }),
    ...(fractionOfPercent(share.trim()) === undefined && {
      share: 'Enter a percentage from 0 to less than 100, such as 1.5.',
    }),
    ...(!EUROS.test(savedCardEuroPerDay.trim()) && { savedCardEuroPerDay: 'Write it in euros, such as 50 or 50.00.' }),
  };
}

/** The input of a change of a row: the fields that differ, and no others. Undefined where nothing does, or something is wrong. */
export function changeOf(
  { input }: Pick<PartnerAct, 'input'>,
  stands: Draft,
  draft: Draft,
): Readonly<Record<string, string>> | undefined {
  if (Object.keys(faultsOf(draft)).length > 0) return undefined;
  const differs = (field: keyof Draft) => draft[field].trim() !== stands[field];
  const fields = {
    ...(differs('name') && { name: draft.name.trim() }),
    ...(differs('origins') && { origins: wordsOf(draft.origins) }),
    ...(differs('redirects') && { redirects: wordsOf(draft.redirects) }),
    ...(differs('share') && { share: fractionOfPercent(draft.share.trim()) }),
    ...(differs('savedCardEuroPerDay') && { savedCardEuroPerDay: draft.savedCardEuroPerDay.trim() }),
    // What is taken out is null: the row has none then.
    ...(differs('webhookUrl') && { webhookUrl: draft.webhookUrl.trim() || null }),
    ...(differs('payMethod') && { payMethod: draft.payMethod || null }),
    ...(differs('offerType') && { offerType: draft.offerType.trim() || null }),
  };
  if (Object.keys(fields).length === 0) return undefined;
  const change = JSON.parse(input['change'] ?? '{}') as object;
  return { change: JSON.stringify({ ...change, fields }) };
}

const EUROS = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/;

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
