import { createSlipway as createLoader, type OrderStatus } from '@slipway/loader';
import { createSlipway, type ReceivedWebhook, signLink, verifyWebhook } from '@slipway/node';
import { SlipwayPlugin, useSlipway } from '@slipway/react';

/** Compiles only if `type` narrows the status. */
export function findTransaction(event: ReceivedWebhook): string | null {
  if (event.type !== 'order.delivered') return null;
  const status: 'delivered' = event.data.status;
  const other: OrderStatus = status;
  return `${other} ${event.data.transactionId}`;
}

export function listen(): void {
  const purchase = createLoader('https://pay.example').open({ partnerId: 'shop' });
  purchase.on('error', ({ code, reason }) => console.log(code === 'session_refused', reason));
  // @ts-expect-error: there is no such event
  purchase.on('paid', () => undefined);
}

console.log(
  [createLoader, createSlipway, signLink, verifyWebhook, SlipwayPlugin, useSlipway].map((each) => typeof each).join(),
);
