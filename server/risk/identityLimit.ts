import { findBuyer } from '../account/buyerStore.ts';
import { documentAskedUntil } from '../account/documentRequestStore.ts';
import { isIdentityOutdated } from '../account/identityLevelStore.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Reserved } from './reserveLimits.ts';
import { paidEuroCents, reserveIdentity } from './riskStore.ts';

type IdentityContext = { readonly database: Database; readonly rules: Rules };

/** Whose purchase it is, and what it is worth; an order that is not made yet has no id. */
export type IdentityQuestion = {
  readonly buyerId: string | null;
  readonly euroCents: bigint;
  readonly orderId: number | null;
  /** Two persons have said that no document counts for a time: it would wait in vain. */
  readonly isHeldDown?: boolean;
};

const IDENTITY_DAYS = 30;
/** Ids of orders begin at one. */
const NO_ORDER = 0;

/** Whether a purchase is worth more than goes without a document, together with what its buyer has paid: a stranger nothing. */
export function isWorthDocument(rules: Rules, euroCents: bigint, paid = 0n): boolean {
  return euroCents + paid > rules.identityAboveEuroCents;
}

/** Whether the purchase, with what the person has paid in thirty days, is worth more than goes without a document. */
async function isAboveIdentityLimit(
  { database, rules }: { readonly database: Queryable; readonly rules: Rules },
  { euroCents, orderId }: IdentityQuestion,
  buyerId: string,
): Promise<boolean> {
  const paid = await paidEuroCents(database, buyerId, orderId ?? NO_ORDER, IDENTITY_DAYS);
  return isWorthDocument(rules, euroCents, paid);
}

/**
 * Whether an order goes without a document. One that does is counted from this moment on, so that of many that are judged at
 * once no more go than the limit allows. Judged again, it keeps its place.
 */
export async function goesWithoutDocument(
  reserved: Reserved<'payment'>,
  rules: Rules,
  order: { readonly id: number; readonly buyerId: string; readonly euroCents: bigint },
): Promise<boolean> {
  const { transaction } = reserved;
  const { id: orderId, buyerId, euroCents } = order;
  const question = { buyerId, euroCents, orderId };
  if (await documentAskedUntil(transaction, buyerId)) return false;
  if (await isAboveIdentityLimit({ database: transaction, rules }, question, buyerId)) return false;
  await reserveIdentity(reserved, orderId);
  return true;
}

/**
 * Where nobody checks documents, or none counts, refuses what would wait for one, before anything is paid. Who has shown
 * one when documents were checked, and not too long ago, buys on.
 */
export async function requireNoDocument(context: IdentityContext, question: IdentityQuestion): Promise<void> {
  const counts = context.rules.identityOffered && !question.isHeldDown;
  if (!counts && (await needsDocument(context, question))) throw new AppError('method_unavailable');
}

/** Whether a person's word keeps the level of whoever asks below that of a document, as their session tells it. */
export function isLevelHeldDown({ isLevelSet, kycLevel }: { isLevelSet?: boolean; kycLevel: number }): boolean {
  return isLevelSet === true && kycLevel < 2;
}

/** Whether a document will be asked for: a person asks for one, or the purchase is above the limit and none was shown that still counts. */
export async function needsDocument(context: IdentityContext, question: IdentityQuestion): Promise<boolean> {
  const { database, rules } = context;
  const { buyerId } = question;
  if (buyerId === null) return isWorthDocument(rules, question.euroCents);
  const [asked, isAbove] = await Promise.all([
    documentAskedUntil(database, buyerId),
    isAboveIdentityLimit(context, question, buyerId),
  ]);
  if (!asked && !isAbove) return false;
  const buyer = await findBuyer(database, buyerId);
  if (!buyer || buyer.kycLevel < 2) return true;
  return isIdentityOutdated(database, buyer.id, rules.identityValidDays);
}
