import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { SendCoins } from '../../../sandbox/exchanges/krakenFunding.ts';
import { simulateSend } from '../../../sandbox/exchanges/krakenFunding.ts';
import type { ProviderStandIn } from '../../../sandbox/externalProviders/startProvider.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { createFaults, type Fault } from '../../../sandbox/world/faults.ts';
import type { World } from '../../../sandbox/world/standIn.ts';
import type { VendorAnswer } from './callVendor.ts';
import { CLIENT_ADDRESS, type OfferSubject, type WebhookDelivery } from './conformance.ts';
import type { OfferProvider, OfferRequest, StartRequest } from './offerPort.ts';

type StartStandIn = (world: World, port: number, send: SendCoins) => Promise<ProviderStandIn>;

const ETHER = {
  asset: { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 },
  symbol: 'ETH',
  chain: 'eip155:1',
  contract: '',
} as unknown as OfferRequest['coin'];

const EFFECTS = {
  fails: 'answer_500',
  hangs: 'hang',
  'is lost': 'lose_answer_after',
  'is one too many': 'answer_429',
} as const;

/** Starts a provider's stand-in in a new data folder, and a server that records every webhook. */
export async function openProviderWorld(start: StartStandIn) {
  const deliveries: WebhookDelivery[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'slipway-provider-'));
  const webhookServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = /^\/webhooks\/[^/]+\/([^/?]+)/.exec(request.url ?? '')?.[1];
      deliveries.push({
        body: Buffer.concat(chunks),
        headers: request.headers,
        path: path && decodeURIComponent(path),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => webhookServer.listen(0, '127.0.0.1', resolve));
  const productUrl = `http://127.0.0.1:${(webhookServer.address() as AddressInfo).port}`;
  const faults = createFaults();
  const clock = createSandboxClock();
  const standIn = await start({ dataDir, clock, faults, productUrl }, 0, simulateSend);
  const payAsset = fiatAsset('EUR');
  const webhookFault = (effect: 'webhook_twice' | 'webhook_forged', subject: string): Fault => ({
    standIn: standIn.name,
    call: 'webhook',
    subject,
    effect,
    after: 0,
    times: 1,
  });

  return {
    standIn,
    clock,
    productUrl,
    faults,
    deliveries,
    /** Builds the subject of the conformance suite; `own` contains what differs between providers. */
    buildSubject: (
      provider: OfferProvider,
      own: Pick<OfferSubject, 'limits' | 'refusedCountry' | 'createFreshProvider'>,
    ): OfferSubject => ({
      provider,
      ...own,
      request: {
        side: 'Pay',
        amount: parseAmount(payAsset, '100'),
        payAsset,
        coin: ETHER,
        method: 'credit_debit_card',
        country: 'DE',
      },
      address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      async buy(url, act) {
        const page = await fetch(url);
        const body = new URLSearchParams({ email: 'buyer@mail.example', act });
        const answer = await fetch(page.url, { method: 'POST', body, redirect: 'manual' });
        if (answer.status !== 303) throw new Error(`the checkout answered ${answer.status}`);
      },
      async reportUnknownStatus(orderNo) {
        const purchase = standIn.purchases.findByReference(orderNo).at(-1);
        if (purchase) await standIn.purchases.update(purchase.id, { presetStatus: 'pondering' });
      },
      failNextCall: (how) =>
        faults.replace([{ standIn: standIn.name, call: '', effect: EFFECTS[how], after: 0, times: 1, size: 30 }]),
      // Only for this order, since webhooks of earlier tests' purchases must not use up the fault.
      deliverWebhookTwice: (orderNo) => faults.replace([webhookFault('webhook_twice', orderNo)]),
      forgeWebhook: (orderNo) => faults.replace([webhookFault('webhook_forged', orderNo)]),
      deliveries: () => deliveries,
    }),
    async stop() {
      await standIn.stop();
      webhookServer.closeAllConnections();
      webhookServer.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns a request to start the subject's purchase with this order number. */
export function buildStartRequest({ request, address }: OfferSubject, orderNo: string): StartRequest {
  const { side, amount: pay, coin, method, country } = request;
  return {
    orderNo,
    side,
    pay,
    receive: parseAmount(coin.asset, '0.03'),
    coin,
    method,
    address,
    country,
    clientAddress: CLIENT_ADDRESS,
    locale: 'en-US',
    email: undefined,
    returnUrl: 'https://shop.example/back?a=1&b=ä',
  };
}

/** Changes a part of a vendor's response before the product receives it. */
export async function alterAnswer<Body extends object>(
  pendingAnswer: Promise<VendorAnswer<Body>>,
  change: Partial<Body> | ((body: Body) => Partial<Body> | undefined),
): Promise<VendorAnswer<Body>> {
  const answer = await pendingAnswer;
  if (answer.kind !== 'answered') return answer;
  const { body } = answer;
  return { ...answer, body: { ...body, ...(typeof change === 'function' ? change(body) : change) } };
}
