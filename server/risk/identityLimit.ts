import { findBuyer } from '../account/buyerStore.ts';
import { findDocumentRequestEnd } from '../account/identityLevels/documentRequestStore.ts';
import { isIdentityOutdated } from '../account/identityLevels/identityLevelStore.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Reserved } from './reserveLimits.ts';
import { reserveIdentityLimit, sumPaidEuroCents } from './riskStore.ts';

type IdentityContext = { readonly database: Database; readonly rules: Rules };

/** The buyer and value of a purchase; an order that is not created yet has no id. */
export type BuyerPurchase = {
  readonly buyerId: string | null;
  readonly euroCents: bigint;
  readonly orderId: number | null;
  /** Two people have decided that the buyer's documents do not count for a time: waiting for one would be useless. */
  readonly isLevelCapped?: boolean;
};

const IDENTITY_DAYS = 30;
/** Order ids begin at one. */
const NO_ORDER = 0;

/** Returns true if a purchase plus what its buyer has paid (0 for an unknown buyer) exceeds the limit without a document. */
export function isAboveDocumentLimit(rules: Rules, euroCents: bigint, paid = 0n): boolean {
  return euroCents + paid > rules.identityAboveEuroCents;
}

/** Returns true if the purchase plus what the person has paid in thirty days exceeds the limit without a document. */
async function isBuyerAboveDocumentLimit(
  { database, rules }: { readonly database: Queryable; readonly rules: Rules },
  { euroCents, orderId }: BuyerPurchase,
  buyerId: string,
): Promise<boolean> {
  const paid = await sumPaidEuroCents(database, buyerId, orderId ?? NO_ORDER, IDENTITY_DAYS);
  return isAboveDocumentLimit(rules, euroCents, paid);
}

/**
 * Reserves the limit without a document for an order. Returns false if the order exceeds what is left of it, or an operator
 * requires a document. Of many orders judged at once, no more pass than the limit allows. An order that is judged again keeps
 * its reservation.
 */
export async function reserveWithoutDocument(
  reserved: Reserved<'payment'>,
  rules: Rules,
  order: { readonly id: number; readonly buyerId: string; readonly euroCents: bigint },
): Promise<boolean> {
  const { transaction } = reserved;
  const { id: orderId, buyerId, euroCents } = order;
  const purchase = { buyerId, euroCents, orderId };
  if (await findDocumentRequestEnd(transaction, buyerId)) return false;
  if (await isBuyerAboveDocumentLimit({ database: transaction, rules }, purchase, buyerId)) return false;
  await reserveIdentityLimit(reserved, orderId);
  return true;
}

/**
 * Refuses a purchase that would wait for a document, before anything is paid, if documents are not checked or do not count. A
 * buyer whose document was accepted earlier and is still valid may buy.
 */
export async function requireNoDocument(context: IdentityContext, purchase: BuyerPurchase): Promise<void> {
  const isDocumentUseful = context.rules.identityOffered && !purchase.isLevelCapped;
  if (!isDocumentUseful && (await needsDocument(context, purchase))) throw new AppError('method_unavailable');
}

/** Returns true if two people have set the level of a session's buyer below 2, the level that a document gives. */
export function isKycLevelCapped({ isLevelSet, kycLevel }: { isLevelSet?: boolean; kycLevel: number }): boolean {
  return isLevelSet === true && kycLevel < 2;
}

/**
 * Returns true if a document will be required: an operator requires one, or the purchase exceeds the limit and the buyer has
 * no accepted document that is still valid.
 */
export async function needsDocument(context: IdentityContext, purchase: BuyerPurchase): Promise<boolean> {
  const { database, rules } = context;
  const { buyerId } = purchase;
  if (buyerId === null) return isAboveDocumentLimit(rules, purchase.euroCents);
  const [requestEnd, isAbove] = await Promise.all([
    findDocumentRequestEnd(database, buyerId),
    isBuyerAboveDocumentLimit(context, purchase, buyerId),
  ]);
  if (!requestEnd && !isAbove) return false;
  const buyer = await findBuyer(database, buyerId);
  if (!buyer || buyer.kycLevel < 2) return true;
  return isIdentityOutdated(database, buyer.id, rules.identityValidDays);
}
