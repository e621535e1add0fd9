import type { AccountState, DisputeRecord } from '../accountState.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { FILE_FIELDS } from '../wire/disputes.ts';

/** "The combined character count of all fields is limited to 150,000" (docs.stripe.com/api/disputes/update). */
const MAX_CHARACTERS = 150_000;
/** Limit for all files of an answer, as in Stripe's dashboard; each may have 5 MB (docs.stripe.com/file-upload). */
const MAX_BYTES = 4_500_000;
/** Stripe estimates the page count of the evidence by an undocumented method; `characters` per page is an assumption. */
const PAGE_LIMITS = { characters: 3_000, most: 50, mostOfMastercard: 19 } as const;

/**
 * Checks what Stripe rejects before it considers the dispute: unknown files, too many characters or bytes, and more pages
 * than the network accepts (docs.stripe.com/changelog/endive/2026-09-30, page limit validation).
 */
export function checkEvidence(state: AccountState, dispute: DisputeRecord, evidence: DisputeRecord['evidence']): void {
  const entries = Object.entries(evidence).map(([field, value = '']) => [field, value] as const);
  const files = entries
    .filter(([field]) => FILE_FIELDS.has(field))
    .map(([field, id]) => findEvidenceFile(state, field, id));
  const characters = entries
    .filter(([field]) => !FILE_FIELDS.has(field))
    .reduce((sum, [, text]) => sum + text.length, 0);
  if (characters > MAX_CHARACTERS)
    throw createInvalidRequestError('The combined character count of all evidence fields is limited to 150,000.', {
      param: 'evidence',
    });
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw createInvalidRequestError('The combined size of all evidence files exceeds 4.5 MB.', { param: 'evidence' });
  const pages = files.reduce((sum, file) => sum + file.pages, Math.ceil(characters / PAGE_LIMITS.characters));
  if (pages > getMaxPages(state, dispute))
    throw createInvalidRequestError('The estimated page count of the evidence exceeds the limit of the network.', {
      code: 'dispute_evidence_page_limit_exceeded',
      param: 'evidence',
    });
}

function findEvidenceFile(state: AccountState, field: string, id: string) {
  const file = Object.hasOwn(state.files, id) ? state.files[id] : undefined;
  if (!file)
    throw createInvalidRequestError(`No such file upload: '${id}'`, {
      code: 'resource_missing',
      param: `evidence[${field}]`,
    });
  return file;
}

function getMaxPages(state: AccountState, { charge }: DisputeRecord): number {
  const method = state.paymentMethods[state.charges[charge]?.payment_method ?? ''];
  return method?.card.brand === 'mastercard' ? PAGE_LIMITS.mostOfMastercard : PAGE_LIMITS.most;
}
