import type { Database } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import { type Conclusion, concludeWaiting } from '../../order/stepRunner/conclusion.ts';
import { findAttempt } from '../attemptStore.ts';
import type { OrderAttempt } from '../cardPayments/concludePayment.ts';

/**
 * Returns the order's current attempt for a payment step; waits if there is none. The role of the api writes which attempt is
 * current: with the attempt of another order, a payment would count twice, and be refunded although its order was delivered.
 */
export async function loadCurrentAttempt(
  { database }: { readonly database: Database },
  order: Order,
): Promise<OrderAttempt | Conclusion> {
  const attempt = order.currentAttemptId === null ? undefined : await findAttempt(database, order.currentAttemptId);
  return attempt?.orderId === order.id ? { order, attempt } : concludeWaiting('no_attempt');
}

/** Returns the order's attempt whose id is the step's subject; the current one if the subject is empty. Waits without one. */
export async function loadNamedAttempt(
  context: { readonly database: Database },
  order: Order,
  subject: string,
): Promise<OrderAttempt | Conclusion> {
  if (subject === '') return loadCurrentAttempt(context, order);
  const attempt = await findAttempt(context.database, subject);
  return attempt?.orderId === order.id ? { order, attempt } : concludeWaiting('no_attempt');
}
