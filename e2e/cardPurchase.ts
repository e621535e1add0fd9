import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { credentials } from '../sandbox/world/credentials.ts';
import { sandboxPorts } from '../sandbox/world/ports.ts';
import { newCardExpiry } from './cardExpiry.ts';
import type { GatewayClient } from './gatewayClient.ts';
import { newDetails } from './person.ts';

type Wanted = {
  readonly getCurrency: string;
  readonly address: string;
  readonly sendCurrencyAmount?: string;
  readonly partnerId?: string;
};

/** A new order by card, of a hundred euros if nothing else is wanted, of a buyer who gives their details before. */
export async function orderByCard(client: GatewayClient, authToken: string, wanted: Wanted): Promise<string> {
  await client.data('addKyc', { ...newDetails(), authToken });
  return orderAgainByCard(client, authToken, wanted);
}

/** The same of a buyer who has given them. */
export async function orderAgainByCard(client: GatewayClient, authToken: string, wanted: Wanted): Promise<string> {
  const asked = { ...wanted, payMethod: 'credit_debit_card' };
  const { token } = await client.quote({ ...calls.offerInquiry.example.request, ...asked });
  const submission = { ...calls.coinOrder.example.request, ...asked, token, authToken };
  return String((await client.data('coinOrder', submission))['orderNo']);
}

/** What the acquirer's own form in the page makes of one of its test cards. */
export async function cardToken(sandboxPort: number, card: string): Promise<string> {
  const acquirer = `http://localhost:${sandboxPorts(sandboxPort).stripe}`;
  const answer = await fetch(`${acquirer}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: card }),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  return id;
}

/** What it makes of a card that nobody has paid with before. */
export async function newCardToken(sandboxPort: number, { publishableKey } = credentials.stripe): Promise<string> {
  const [month = '', year = ''] = newCardExpiry().split(' / ');
  const answer = await fetch(`http://localhost:${sandboxPorts(sandboxPort).stripe}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': year,
      'payment_method_data[card][cvc]': '123',
    }),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  return id;
}

/**
 * Pays with one of the acquirer's test cards, or with a new one. A test card is the same in whoever's hand: what its holders pay
 * adds up to what asks for a document.
 */
export async function payByCard(
  client: GatewayClient,
  authToken: string,
  orderNo: string,
  sandboxPort: number,
  card?: string,
): Promise<void> {
  const confirmationToken = await (card === undefined ? newCardToken(sandboxPort) : cardToken(sandboxPort, card));
  await client.data('payOrder', { orderNo, submissionId: randomUUID(), confirmationToken, authToken });
}

/** Where the order is; of a buyer who agrees to every new price. */
export async function agreedStatus(client: GatewayClient, authToken: string, orderNo: string): Promise<string> {
  const { status, requote } = await client.data('orderDetail', { orderNo, authToken });
  if (status === 'awaiting_consent' && requote)
    await client.call('answerRequote', { orderNo, authToken, agree: true, ...requote });
  return String(status);
}
