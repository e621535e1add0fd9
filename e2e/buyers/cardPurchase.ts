import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { credentials } from '../../sandbox/world/credentials.ts';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import { newDetails } from './buyerDetails.ts';
import { newCardExpiry } from './cardExpiry.ts';
import type { GatewayClient } from './gatewayClient.ts';

type CardPurchase = {
  readonly getCurrency: string;
  readonly address: string;
  readonly sendCurrencyAmount?: string;
  readonly partnerId?: string;
};

/** Submits the details of a buyer who has none, and places an order by card (by default of 100 EUR). */
export async function placeFirstCardOrder(
  client: GatewayClient,
  authToken: string,
  wanted: CardPurchase,
): Promise<string> {
  await client.data('addKyc', { ...newDetails(), authToken });
  return placeCardOrder(client, authToken, wanted);
}

/** Places an order by card for a buyer who has already submitted the details. */
export async function placeCardOrder(client: GatewayClient, authToken: string, wanted: CardPurchase): Promise<string> {
  const purchase = { ...wanted, payMethod: 'credit_debit_card' };
  const { token } = await client.quote({ ...calls.offerInquiry.example.request, ...purchase });
  const submission = { ...calls.coinOrder.example.request, ...purchase, token, authToken };
  return String((await client.data('coinOrder', submission))['orderNo']);
}

/** Returns the confirmation token that the acquirer's form would create for a test card. */
export async function createTestCardToken(sandboxPort: number, card: string): Promise<string> {
  const acquirer = `http://localhost:${assignSandboxPorts(sandboxPort).stripe}`;
  const answer = await fetch(`${acquirer}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: card }),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  return id;
}

export type CardDetails = { readonly number: string; readonly month: string; readonly year: string };

/** Returns a card without earlier payments. */
function newCard(): CardDetails {
  const [month = '', year = ''] = newCardExpiry().split(' / ');
  return { number: '4242424242424242', month, year };
}

/** Returns the confirmation token that the acquirer's form would create for the printed details of a card. */
export async function createCardToken(
  sandboxPort: number,
  { publishableKey } = credentials.stripe,
  { number, month, year }: CardDetails = newCard(),
): Promise<string> {
  const answer = await fetch(`http://localhost:${assignSandboxPorts(sandboxPort).stripe}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': year,
      'payment_method_data[card][cvc]': '123',
    }),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  return id;
}

/**
 * Pays with `card`: the name of one of the acquirer's test cards, or a card's details; by default with a new card. A test card
 * is one card for all its users, so their payments add up towards the limit that requires a document.
 */
export async function payByCard(
  client: GatewayClient,
  authToken: string,
  orderNo: string,
  sandboxPort: number,
  card?: string | CardDetails,
): Promise<void> {
  const confirmationToken = await (typeof card === 'string'
    ? createTestCardToken(sandboxPort, card)
    : createCardToken(sandboxPort, credentials.stripe, card));
  await client.data('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken, authToken });
}

/** Returns the order's status. If it is `awaiting_consent`, also accepts the requote: the next call returns a later status. */
export async function readStatusAcceptingRequote(
  client: GatewayClient,
  authToken: string,
  orderNo: string,
): Promise<string> {
  const { status, requote } = await client.data('orderDetail', { orderNo, authToken });
  if (status === 'awaiting_consent' && requote)
    await client.call('answerRequote', { orderNo, authToken, agree: true, ...requote });
  return String(status);
}
