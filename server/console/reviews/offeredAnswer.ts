import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { whyNotNow } from '../../operator/evidence/handInEvidence.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { saidSum } from '../shownSum.ts';
import type { ReviewedDispute } from './reviewedDisputeStore.ts';

/** Whether this person may answer the dispute at this moment, by the judgement that whoever takes the answer asks again. */
export async function offeredAnswer(
  { database }: ConsoleContext,
  { roles }: ConsolePerson,
  { dispute, order }: { readonly dispute: ReviewedDispute; readonly order: Order },
): Promise<NonNullable<ConsoleCallData<'review'>['answer']>> {
  const { asks }: Right = rights['send-evidence'];
  const isFor = roles.some((role) => asks.includes(role));
  const why = (await whyNotNow(database, dispute)) ?? (isFor ? '' : `This is for ${asks.join(', ')}.`);
  return {
    dispute: dispute.id,
    order: order.orderNo,
    amount: saidSum(amountOf(order.pay.asset, dispute.units)),
    until: dispute.dueAt?.toISOString() ?? null,
    allowed: why === '',
    why,
  };
}
