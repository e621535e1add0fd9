import type { Buyer } from '../../account/buyerStore.ts';
import { hashParts } from '../../account/details/detailReviews.ts';
import { findProfile, type Profile } from '../../account/details/profileStore.ts';
import { ensureReview } from '../../account/details/reviewStore.ts';
import type { NameScreening, NameScreeningResult } from '../../account/names/nameScreening.ts';
import { raiseAlert, settleAlertByKey } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { DocumentDetails, IdentityCheck } from '../../providers/identity/identityPort.ts';
import { findDocumentDifferences } from './findDocumentDifferences.ts';

/** The status of an accepted document that has a review, by the status of the review. */
const STATUS_BY_REVIEW = { open: 'processing', approved: 'accepted', refused: 'rejected' } as const;

/**
 * Returns the check after comparing an accepted document with the buyer's details. The verifier confirms that a document is
 * genuine; the comparison, that it is the buyer's. Opens a review of a document that differs from the details or cannot be
 * read; the document waits for it. A document of a buyer whose details are not approved waits, too.
 */
export async function judgeDocument(
  { transaction, nameScreening }: { readonly transaction: Transaction; readonly nameScreening: NameScreening },
  { id: buyerId }: Buyer,
  check: IdentityCheck,
): Promise<IdentityCheck> {
  if (check.status !== 'accepted') return check;
  const details = await findProfile(transaction, buyerId);
  // There are no details to compare yet: entering them triggers another query.
  if (!details) return check;
  if (details.outcome !== 'approved') return { ...check, status: 'processing' };
  const fields = findDocumentDifferences(details, check.document);
  const name = findListedName(nameScreening, details, check.document);
  if (fields.length === 0 && !name) return check;
  const { status } = await ensureReview(transaction, buyerId, {
    reason: 'document_differs',
    subject: buildSubject(details, check),
    facts: { fields, applicant: check.applicantId, ...(name && { name }) },
  });
  return { ...check, status: STATUS_BY_REVIEW[status] };
}

/**
 * Returns a screening match of a name in the document that the name in the buyer's details does not have: a buyer may omit
 * the listed name. A match that both names have was already reviewed.
 */
function findListedName(
  nameScreening: NameScreening,
  { firstName, lastName }: Profile,
  document: DocumentDetails | undefined,
): NameScreeningResult | undefined {
  const statedResult = nameScreening.judge(firstName, lastName);
  const printed = document?.names.map(({ given, family }) => nameScreening.judge(given, family)) ?? [];
  return printed.find(({ isListed, entry }) => isListed && !(statedResult.isListed && statedResult.entry === entry));
}

function buildSubject({ firstName, lastName, birthDate, citizenship }: Profile, check: IdentityCheck): string {
  return hashParts([
    check.applicantId,
    firstName,
    lastName,
    birthDate,
    citizenship,
    JSON.stringify(check.document ?? {}),
  ]);
}

/** Raises an alert while the verifier itself reviews a document, and settles it afterwards. */
export async function updateReviewAlert(
  transaction: Transaction,
  buyerId: string,
  check: IdentityCheck,
): Promise<void> {
  const key = `identity_review:verifier:${check.applicantId}`;
  if (check.status !== 'processing') return settleAlertByKey(transaction, key, 'slipway');
  const facts = { reason: 'verifier', buyer: buyerId, applicant: check.applicantId };
  await raiseAlert(transaction, { key, orderId: null, kind: 'identity_review', facts });
}
