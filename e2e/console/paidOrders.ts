import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { orderByCard, payByCard } from '../cardPurchase.ts';
import type { Desk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { newEmail } from '../person.ts';
import { expect, type World } from '../world.ts';

/** A card of another country than its buyer's holds an order above 1,000 EUR. */
const CARD_OF_THE_US = 'pm_card_amex';

export type PaidOrder = {
  readonly orderNo: string;
  /** Its buyer's. */
  readonly email: string;
  /** As its buyer is told. */
  status(): Promise<string>;
};

/** An order of 1,200 EUR by card that a risk rule holds: its card is authorized, and nothing was taken. */
export async function orderOnHold(world: World, desk: Desk): Promise<PaidOrder> {
  return orderThatComesTo('on_hold', world, desk, { amount: '1200', card: CARD_OF_THE_US });
}

/** An order by card whose coins have come. */
export async function deliveredOrder(world: World, desk: Desk): Promise<PaidOrder> {
  return orderThatComesTo('delivered', world, desk, { amount: '100' });
}

async function orderThatComesTo(
  wanted: string,
  { origin, deskUrl }: World,
  desk: Desk,
  { amount, card }: { readonly amount: string; readonly card?: string | undefined },
): Promise<PaidOrder> {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address, sendCurrencyAmount: amount });
  await payByCard(client, authToken, orderNo, Number(new URL(deskUrl).port), card);
  const status = async () => String((await client.data('orderDetail', { orderNo, authToken }))['status']);
  await expect.poll(status).toBe(wanted);
  return { orderNo, email, status };
}
