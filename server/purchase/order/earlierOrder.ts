import type { CallInput } from '@slipway/contract/calls.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import type { OrderOwner } from './acceptSubmission.ts';
import { findOrderByQuote } from './orderStore.ts';

type Owner = Pick<OrderOwner, 'buyerId' | 'guestHash'>;

/** What makes two submissions the same: the buyer's choices, not the copies of the amounts that the browser sends along. */
export function hashSubmission({ payMethod, address, walletType, exchangeName }: CallInput<'coinOrder'>): Buffer {
  return sha256(JSON.stringify([payMethod, address, walletType, exchangeName]));
}

/**
 * The order that the same submission of the same person has made from this quote before; also when a guest has logged in since,
 * which made the order theirs. A quote that another one has used is refused.
 */
export async function findEarlierOrder(
  database: Queryable,
  quoteId: string,
  submissionHash: Buffer,
  owner: Owner,
): Promise<string | undefined> {
  const found = await findOrderByQuote(database, quoteId);
  if (!found) return undefined;
  if (!equalBytes(found.submissionHash, submissionHash) || !isTheirs(found, owner))
    throw new AppError('quote_already_used');
  return found.orderNo;
}

function isTheirs(order: Owner, { buyerId, guestHash }: Owner): boolean {
  if (order.buyerId !== null) return order.buyerId === buyerId;
  return order.guestHash !== null && guestHash !== null && equalBytes(order.guestHash, guestHash);
}
