import type { CallInput } from '@slipway/contract/calls.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import type { OrderOwner } from './acceptSubmission.ts';
import { findOrderByQuote } from './orderStore.ts';

/** What makes two submissions the same: the buyer's choices, not the copies of the amounts that the browser sends along. */
export function hashSubmission(
  { payMethod, address, walletType, exchangeName }: CallInput<'coinOrder'>,
  { buyerId, guestHash }: Pick<OrderOwner, 'buyerId' | 'guestHash'>,
): Buffer {
  const ownerId = buyerId ?? guestHash?.toString('base64') ?? '';
  return sha256(JSON.stringify([payMethod, address, walletType, exchangeName, ownerId]));
}

/** The order that the same submission has made from this quote before. A quote that another one has used is refused. */
export async function findEarlierOrder(
  database: Queryable,
  quoteId: string,
  submissionHash: Buffer,
): Promise<string | undefined> {
  const found = await findOrderByQuote(database, quoteId);
  if (!found) return undefined;
  if (!equalBytes(found.submissionHash, submissionHash)) throw new AppError('quote_already_used');
  return found.orderNo;
}
