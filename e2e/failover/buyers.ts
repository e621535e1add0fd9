import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@slipway/contract/calls.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { agreedStatus, cardToken } from '../cardPurchase.ts';
import { createDesk } from '../desk.ts';
import { createGatewayClient, type GatewayClient } from '../gatewayClient.ts';
import { newDetails } from '../person.ts';

/** A card of its own for each buyer, or they would be one person: Visas of so many countries. */
const CARDS = 'at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt se'.split(' ');
/** Ten orders of them are below what takes a document. */
const EUROS = '60';
const ORDERS_EACH = 10;
const PACE_MS = 7_000;
const GUESTS = 3;
const GUEST_PACE_MS = 300;
const AGAIN_MS = 250;
const ANSWER_PATIENCE_MS = 15_000;

/** An order whose number a buyer was told. Times are of this process's clock. */
export type ToldOrder = {
  readonly orderNo: string;
  readonly address: string;
  readonly askedAt: number;
  readonly toldAt: number;
};

/** An order that was paid besides, and is to be delivered. */
export type PaidOrder = ToldOrder & {
  /** Says yes where the price has moved, and tells where the order is. */
  status(): Promise<string>;
};

/** A call that was not answered as it should be: `0` where there was no answer at all. */
export type Trouble = {
  readonly at: number;
  readonly call: string;
  readonly httpStatus: number;
  readonly error: string;
};

export type Buyers = {
  readonly told: readonly ToldOrder[];
  readonly paid: readonly PaidOrder[];
  readonly troubles: readonly Trouble[];
  /** Resolves once each has finished the purchase that it is at. */
  stop(): Promise<void>;
};

/**
 * Buyers by card, who press again until they are answered, as the pages let them; and guests who order and never pay, close
 * enough together to tell when orders are taken again.
 */
export async function startBuyers(at: {
  readonly origin: string;
  readonly deskUrl: string;
  readonly sandboxPort: number;
}): Promise<Buyers> {
  const told: ToldOrder[] = [];
  const paid: PaidOrder[] = [];
  const troubles: Trouble[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  /** The call's data; undefined, with a note of the trouble, where it has none. */
  async function ask(client: GatewayClient, call: string, input: object) {
    const askedAt = performance.now();
    const late = sleep(ANSWER_PATIENCE_MS, { httpStatus: 0, error: 'late', data: undefined }, { ref: false });
    const answer = client.call(call, input).then(
      ({ httpStatus, body }) => ({
        httpStatus,
        error: body.data?.error,
        data: body.respCode === '200' ? body.data : undefined,
      }),
      (error: unknown) => ({ httpStatus: 0, error: String(error), data: undefined }),
    );
    const { httpStatus, error, data } = await Promise.race([answer, late]);
    if (!data) troubles.push({ at: askedAt, call, httpStatus, error: error ?? 'unknown' });
    return { data, error };
  }

  async function order(client: GatewayClient, more: object): Promise<ToldOrder | undefined> {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const asked = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS, payMethod: 'credit_debit_card' };
    const quote = await ask(client, 'offerInquiry', { ...calls.offerInquiry.example.request, ...asked });
    if (!quote.data) return undefined;
    const askedAt = performance.now();
    const submission = { ...calls.coinOrder.example.request, ...asked, ...more, token: quote.data['token'] };
    const { data } = await ask(client, 'coinOrder', submission);
    if (!data) return undefined;
    const one = { orderNo: String(data['orderNo']), address, askedAt, toldAt: performance.now() };
    told.push(one);
    return one;
  }

  /** A press of Pay whose answer was lost stays the same submission until one comes; it may have been taken the first time. */
  async function pay(client: GatewayClient, authToken: string, orderNo: string, card: string): Promise<void> {
    const confirmationToken = await cardToken(at.sandboxPort, card);
    const submission = { orderNo, submissionId: randomUUID(), confirmationToken, authToken };
    while (!(await ask(client, 'payOrder', submission)).data) await sleep(AGAIN_MS);
  }

  async function buyer(country: string, number: number): Promise<void> {
    const client = createGatewayClient(at.origin);
    const authToken = await client.logIn(createDesk(at.deskUrl), `failover-${country}@example.com`);
    await client.data('addKyc', { ...newDetails(), authToken });
    loggedIn += 1;
    await pause((PACE_MS * number) / CARDS.length);
    for (let count = 0; count < ORDERS_EACH && !signal.aborted; ) {
      const made = await order(client, { authToken });
      if (!made) {
        await sleep(AGAIN_MS);
        continue;
      }
      count += 1;
      await pay(client, authToken, made.orderNo, `pm_card_${country}`);
      paid.push({ ...made, status: () => agreedStatus(client, authToken, made.orderNo) });
      await pause(PACE_MS);
    }
  }

  async function guest(number: number): Promise<void> {
    const client = createGatewayClient(at.origin);
    await pause((GUEST_PACE_MS * number) / GUESTS);
    while (!signal.aborted) {
      await order(client, {});
      await pause(GUEST_PACE_MS);
    }
  }

  let loggedIn = 0;
  const buyers = CARDS.map(buyer);
  const failed = Promise.all(buyers);
  failed.catch(() => undefined);
  while (loggedIn < CARDS.length) await Promise.race([sleep(AGAIN_MS), failed]);
  const guests = Array.from({ length: GUESTS }, (_, number) => guest(number));
  return {
    told,
    paid,
    troubles,
    async stop() {
      stopping.abort();
      await Promise.all([...buyers, ...guests]);
    },
  };
}
