import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@slipway/contract/calls.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newDetails } from '../buyers/buyerDetails.ts';
import { createTestCardToken, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient, type GatewayClient } from '../buyers/gatewayClient.ts';
import { createSandboxClient } from '../sandboxClient.ts';

/** Countries of the buyers' test Visas. Each buyer has a different card: buyers with one card would count as one person. */
const CARD_COUNTRIES = 'at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt se'.split(' ');
/** Amount of an order. Ten such orders stay below the amount that requires a document. */
const EUROS = '60';
const ORDERS_PER_BUYER = 10;
/** Pause of a buyer between two orders. */
const PACE_MS = 7_000;
const GUESTS = 3;
const GUEST_PACE_MS = 300;
const RETRY_MS = 250;
const ANSWER_PATIENCE_MS = 15_000;

/** An order whose number a buyer received. Times are from this process's clock. */
export type ConfirmedOrder = {
  readonly orderNo: string;
  readonly address: string;
  readonly sentAt: number;
  readonly confirmedAt: number;
};

/** An order that was also paid and must be delivered. */
export type PaidConfirmedOrder = ConfirmedOrder & {
  /** Returns the order's status, and accepts a requote if there is one. */
  status(): Promise<string>;
};

/** A call that failed; the HTTP status is `0` if there was no response. */
export type FailedCall = {
  readonly at: number;
  readonly call: string;
  readonly httpStatus: number;
  readonly error: string;
};

export type RunningBuyers = {
  readonly confirmed: readonly ConfirmedOrder[];
  readonly paid: readonly PaidConfirmedOrder[];
  readonly troubles: readonly FailedCall[];
  /** Resolves once each buyer has finished the current purchase. */
  stop(): Promise<void>;
};

/**
 * Starts buyers and guests, and resolves once all buyers are logged in. Buyers pay by card and retry until they get an answer, as
 * the pages allow. Guests order without paying, often enough to detect when orders are accepted again.
 */
export async function startBuyers(at: {
  readonly origin: string;
  readonly deskUrl: string;
  readonly sandboxPort: number;
}): Promise<RunningBuyers> {
  const confirmed: ConfirmedOrder[] = [];
  const paid: PaidConfirmedOrder[] = [];
  const troubles: FailedCall[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  /** Returns the call's data and error. Records the call as failed if it returned no data in time. */
  async function callApi(client: GatewayClient, call: string, input: object) {
    const sentAt = performance.now();
    const timedOut = sleep(ANSWER_PATIENCE_MS, { httpStatus: 0, error: 'late', data: undefined }, { ref: false });
    const answer = client.call(call, input).then(
      ({ httpStatus, body }) => ({
        httpStatus,
        error: body.data?.error,
        data: body.respCode === '200' ? body.data : undefined,
      }),
      (error: unknown) => ({ httpStatus: 0, error: String(error), data: undefined }),
    );
    const { httpStatus, error, data } = await Promise.race([answer, timedOut]);
    if (!data) troubles.push({ at: sentAt, call, httpStatus, error: error ?? 'unknown' });
    return { data, error };
  }

  async function placeOrder(client: GatewayClient, more: object): Promise<ConfirmedOrder | undefined> {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const purchase = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS, payMethod: 'credit_debit_card' };
    const quote = await callApi(client, 'offerInquiry', { ...calls.offerInquiry.example.request, ...purchase });
    if (!quote.data) return undefined;
    const sentAt = performance.now();
    const submission = { ...calls.coinOrder.example.request, ...purchase, ...more, token: quote.data['token'] };
    const { data } = await callApi(client, 'coinOrder', submission);
    if (!data) return undefined;
    const order = { orderNo: String(data['orderNo']), address, sentAt, confirmedAt: performance.now() };
    confirmed.push(order);
    return order;
  }

  /** Retries until the payment is accepted, with the same submission id: a try whose response was lost may have been accepted. */
  async function pay(client: GatewayClient, authToken: string, orderNo: string, card: string): Promise<void> {
    const confirmationToken = await createTestCardToken(at.sandboxPort, card);
    const submission = { orderNo, submissionId: randomUUID(), confirmationToken, authToken };
    while (!(await callApi(client, 'payOrder', submission)).data) await sleep(RETRY_MS);
  }

  async function runBuyer(country: string, number: number): Promise<void> {
    const client = createGatewayClient(at.origin);
    const authToken = await client.logIn(createSandboxClient(at.deskUrl), `failover-${country}@example.com`);
    await client.data('addKyc', { ...newDetails(), authToken });
    loggedIn += 1;
    await pause((PACE_MS * number) / CARD_COUNTRIES.length);
    for (let count = 0; count < ORDERS_PER_BUYER && !signal.aborted; ) {
      const order = await placeOrder(client, { authToken });
      if (!order) {
        await sleep(RETRY_MS);
        continue;
      }
      count += 1;
      await pay(client, authToken, order.orderNo, `pm_card_${country}`);
      paid.push({ ...order, status: () => readStatusAcceptingRequote(client, authToken, order.orderNo) });
      await pause(PACE_MS);
    }
  }

  async function runGuest(number: number): Promise<void> {
    const client = createGatewayClient(at.origin);
    await pause((GUEST_PACE_MS * number) / GUESTS);
    while (!signal.aborted) {
      await placeOrder(client, {});
      await pause(GUEST_PACE_MS);
    }
  }

  let loggedIn = 0;
  const buyers = CARD_COUNTRIES.map(runBuyer);
  const failed = Promise.all(buyers);
  failed.catch(() => undefined);
  while (loggedIn < CARD_COUNTRIES.length) await Promise.race([sleep(RETRY_MS), failed]);
  const guests = Array.from({ length: GUESTS }, (_, number) => runGuest(number));
  return {
    confirmed,
    paid,
    troubles,
    async stop() {
      stopping.abort();
      await Promise.all([...buyers, ...guests]);
    },
  };
}
