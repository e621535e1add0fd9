import type { Buyer } from '../../account/buyerStore.ts';
import { digestOf } from '../../account/judgeDetails.ts';
import type { NameScreening, NameVerdict } from '../../account/names/nameScreening.ts';
import { findProfile, type Profile } from '../../account/profileStore.ts';
import { askForReview } from '../../account/reviewStore.ts';
import { raiseAlert, settleAlertOf } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { DocumentDetails, IdentityCheck } from '../../providers/identity/identityPort.ts';
import { documentDifferences } from './documentDifferences.ts';

/** What the verifier's yes is worth once a person has been asked about the document. */
const BY_REVIEW = { open: 'processing', approved: 'accepted', refused: 'rejected' } as const;

/**
 * The verifier says that a document is genuine; that it is this buyer's is said by what stands in it. One that differs from
 * the details, or cannot be read, waits for a person, and so does one of somebody whose details do.
 */
export async function judgeDocument(
  { transaction, nameScreening }: { readonly transaction: Transaction; readonly nameScreening: NameScreening },
  { id: buyerId }: Buyer,
  check: IdentityCheck,
): Promise<IdentityCheck> {
  if (check.status !== 'accepted') return check;
  const details = await findProfile(transaction, buyerId);
  // Nothing to compare yet: details that come later are asked about again.
  if (!details) return check;
  if (details.outcome !== 'approved') return { ...check, status: 'processing' };
  const fields = documentDifferences(details, check.document);
  const name = listedInDocument(nameScreening, details, check.document);
  if (fields.length === 0 && !name) return check;
  const { status } = await askForReview(transaction, buyerId, {
    reason: 'document_differs',
    subject: subjectOf(details, check),
    facts: { fields, applicant: check.applicantId, ...(name && { name }) },
  });
  return { ...check, status: BY_REVIEW[status] };
}

/** Names that a buyer leaves out may be the listed ones. What a person has decided of the buyer's own name is not asked again. */
function listedInDocument(
  nameScreening: NameScreening,
  { firstName, lastName }: Profile,
  document: DocumentDetails | undefined,
): NameVerdict | undefined {
  const said = nameScreening.judge(firstName, lastName);
  const printed = document?.names.map(({ given, family }) => nameScreening.judge(given, family)) ?? [];
  return printed.find(({ isListed, entry }) => isListed && !(said.isListed && said.entry === entry));
}

function subjectOf({ firstName, lastName, birthDate, citizenship }: Profile, check: IdentityCheck): string {
  return digestOf([
    check.applicantId,
    firstName,
    lastName,
    birthDate,
    citizenship,
    JSON.stringify(check.document ?? {}),
  ]);
}

/** A person is told of what the verifier itself looks at, until it has decided. */
export async function tellOfReview(transaction: Transaction, buyerId: string, check: IdentityCheck): Promise<void> {
  const key = `identity_review:verifier:${check.applicantId}`;
  if (check.status !== 'processing') return settleAlertOf(transaction, key, 'slipway');
  const facts = { reason: 'verifier', buyer: buyerId, applicant: check.applicantId };
  await raiseAlert(transaction, { key, orderId: null, kind: 'identity_review', facts });
}
