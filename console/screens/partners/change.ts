import type { PartnerAct, ShownPartner } from './partner.ts';

/** A partner's row as it is typed: lists with spaces between. */
export type Draft = { readonly origins: string; readonly redirects: string; readonly webhookUrl: string };

export function draftOf({
  origins,
  redirects,
  webhook,
}: Pick<ShownPartner, 'origins' | 'redirects' | 'webhook'>): Draft {
  return { origins: origins.join(' '), redirects: redirects.join(' '), webhookUrl: webhook.url ?? '' };
}

/** The input of a change of a row: the fields that differ, and no others. Undefined where nothing does. */
export function changeOf(
  { input }: Pick<PartnerAct, 'input'>,
  stands: Draft,
  draft: Draft,
): Readonly<Record<string, string>> | undefined {
  const fields = {
    ...(draft.origins !== stands.origins && { origins: wordsOf(draft.origins) }),
    ...(draft.redirects !== stands.redirects && { redirects: wordsOf(draft.redirects) }),
    // An address that is taken out is null: the row has none then.
    ...(draft.webhookUrl !== stands.webhookUrl && { webhookUrl: draft.webhookUrl.trim() || null }),
  };
  if (Object.keys(fields).length === 0) return undefined;
  const change = JSON.parse(input['change'] ?? '{}') as object;
  return { change: JSON.stringify({ ...change, fields }) };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
