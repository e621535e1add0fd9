import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect, type World } from '../world.ts';

/** A risk rule holds orders above 1,000 EUR that are paid with a card of another country than the buyer's. */
const US_CARD = 'pm_card_amex';

export type CardOrder = {
  readonly orderNo: string;
  /** The buyer's email address. */
  readonly email: string;
  /** Returns the current status. */
  readStatus(): Promise<string>;
};

/** Creates an order of 1,200 EUR by card that a risk rule holds: the card is authorized and not captured. */
export async function createHeldOrder(world: World, desk: SandboxClient): Promise<CardOrder> {
  return createOrderInStatus('on_hold', world, desk, { amount: '1200', card: US_CARD });
}

/** Creates an order by card and waits for its delivery. */
export async function createDeliveredOrder(world: World, desk: SandboxClient): Promise<CardOrder> {
  return createOrderInStatus('delivered', world, desk, { amount: '100' });
}

/** Creates an order by card, pays it, and waits until it has this status. */
async function createOrderInStatus(
  status: string,
  { origin, deskUrl }: World,
  desk: SandboxClient,
  { amount, card }: { readonly amount: string; readonly card?: string | undefined },
): Promise<CardOrder> {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, {
    getCurrency: 'ETH',
    address,
    sendCurrencyAmount: amount,
  });
  await payByCard(client, authToken, orderNo, Number(new URL(deskUrl).port), card);
  const readStatus = async () => String((await client.data('orderDetail', { orderNo, authToken }))['status']);
  await expect.poll(readStatus).toBe(status);
  return { orderNo, email, readStatus };
}
