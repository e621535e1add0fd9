import type { AccountState, DisputeRecord } from './account.ts';
import { invalidRequest } from './stripeFault.ts';
import { FILE_FIELDS } from './wire/disputes.ts';

/** "The combined character count of all fields is limited to 150,000" (docs.stripe.com/api/disputes/update). */
const MOST_CHARACTERS = 150_000;
/** Of all files of an answer, as Stripe's dashboard takes them; each may have 5 MB by itself (docs.stripe.com/file-upload). */
const MOST_BYTES = 4_500_000;
/** Stripe estimates what it compiles for the network; how it does is not told. Mastercard takes the fewest of the networks. */
const PAGES = { characters: 3_000, most: 50, mostOfMastercard: 19 } as const;

/**
 * What Stripe says no to before it looks at the dispute: files that it does not have, more characters or bytes than it
 * takes, and more pages than the network does (docs.stripe.com/changelog/endive/2026-09-30, page limit validation).
 */
export function checkEvidence(state: AccountState, dispute: DisputeRecord, evidence: DisputeRecord['evidence']): void {
  const entries = Object.entries(evidence).map(([field, value = '']) => [field, value] as const);
  const files = entries.filter(([field]) => FILE_FIELDS.has(field)).map(([field, id]) => fileIn(state, field, id));
  const characters = entries
    .filter(([field]) => !FILE_FIELDS.has(field))
    .reduce((sum, [, text]) => sum + text.length, 0);
  if (characters > MOST_CHARACTERS)
    throw invalidRequest('The combined character count of all evidence fields is limited to 150,000.', {
      param: 'evidence',
    });
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw invalidRequest('The combined size of all evidence files exceeds 4.5 MB.', { param: 'evidence' });
  const pages = files.reduce((sum, file) => sum + file.pages, Math.ceil(characters / PAGES.characters));
  if (pages > mostPages(state, dispute))
    throw invalidRequest('The estimated page count of the evidence exceeds the limit of the network.', {
      code: 'dispute_evidence_page_limit_exceeded',
      param: 'evidence',
    });
}

function fileIn(state: AccountState, field: string, id: string) {
  const file = Object.hasOwn(state.files, id) ? state.files[id] : undefined;
  if (!file)
    throw invalidRequest(`No such file upload: '${id}'`, { code: 'resource_missing', param: `evidence[${field}]` });
  return file;
}

function mostPages(state: AccountState, { charge }: DisputeRecord): number {
  const method = state.paymentMethods[state.charges[charge]?.payment_method ?? ''];
  return method?.card.brand === 'mastercard' ? PAGES.mostOfMastercard : PAGES.most;
}
