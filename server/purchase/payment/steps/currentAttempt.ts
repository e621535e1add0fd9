import type { Database } from '../../../platform/database/database.ts';
import { type Conclusion, waits } from '../../order/conclusion.ts';
import type { Order } from '../../order/order.ts';
import { findAttempt } from '../attemptStore.ts';
import type { AttemptOfOrder } from '../paymentNews.ts';

/** What a payment step is about: the order's present attempt. */
export async function aboutCurrentAttempt(
  { database }: { readonly database: Database },
  order: Order,
): Promise<AttemptOfOrder | Conclusion> {
  const attempt = order.currentAttemptId && (await findAttempt(database, order.currentAttemptId));
  return attempt ? { order, attempt } : waits('no_attempt');
}

/** As {@link aboutCurrentAttempt}, for steps that are asked of one attempt by its id. */
export async function aboutNamedAttempt(
  context: { readonly database: Database },
  order: Order,
  subject: string,
): Promise<AttemptOfOrder | Conclusion> {
  if (subject === '') return aboutCurrentAttempt(context, order);
  const attempt = await findAttempt(context.database, subject);
  return attempt?.orderId === order.id ? { order, attempt } : waits('no_attempt');
}
