import { randomBytes } from 'node:crypto';
import { eventTypeOf, payloadOf, signedHeaders as signedByCoinbase } from '../../sandbox/coinbaseOnramp/wire.ts';
import { answeredTransaction, signedHeaders as signedByMoonpay } from '../../sandbox/moonpay/wire.ts';
import { answeredPurchase, EVENTS as RAMP_EVENTS, signedHeaders as signedByRamp } from '../../sandbox/ramp/wire.ts';
import type { Purchase } from '../../sandbox/sellers/counter.ts';
import { announced } from '../../sandbox/transak/wire.ts';
import { credentials } from '../../sandbox/world/credentials.ts';
import { createWebhookVerifier as coinbaseVerifier } from '../providers/offers/coinbaseOnramp/webhook.ts';
import { createWebhookVerifier as moonpayVerifier } from '../providers/offers/moonpay/webhook.ts';
import { createWebhookVerifier as rampVerifier } from '../providers/offers/ramp/webhook.ts';
import { createWebhookVerifier as transakVerifier } from '../providers/offers/transak/webhook.ts';
import type { WebhookVerifier } from '../providers/webhook.ts';

/** One webhook as it goes over the wire. */
export type Told = { readonly path: string; readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** A vendor's own way to tell of a purchase, and the product's way to believe it. */
export type ToldSeller = {
  readonly id: string;
  readonly verify: WebhookVerifier;
  /** Undefined where the vendor does not announce this stage. Each call signs anew. */
  tell(purchase: Purchase, orderNo: string): Told | undefined;
};

const TRANSAK_TOKEN = randomBytes(24).toString('hex');
const json = { 'content-type': 'application/json' };

/** The four of them, signed as their stand-ins sign, verified by the product's own adapters. */
export const toldSellers: readonly ToldSeller[] = [
  {
    id: 'moonpay',
    verify: moonpayVerifier(credentials.moonpay.webhookKey),
    tell(purchase) {
      const type = purchase.stage === 'failed' ? 'transaction_failed' : 'transaction_updated';
      const body = JSON.stringify({ type, data: answeredTransaction(purchase) });
      return { path: '', body, headers: { ...json, ...signedByMoonpay(body) } };
    },
  },
  {
    id: 'coinbaseOnramp',
    verify: coinbaseVerifier(
      { webhookSecret: credentials.coinbaseOnramp.webhookSecret, environment: 'live' },
      () => new Date(),
    ),
    tell(purchase) {
      const eventType = eventTypeOf(purchase);
      const body = JSON.stringify({ eventType, ...payloadOf(purchase) });
      return { path: '', body, headers: signedByCoinbase(body, `${purchase.id}:${eventType}`, eventType, new Date()) };
    },
  },
  {
    id: 'ramp',
    verify: rampVerifier(credentials.ramp.publicKey),
    tell(purchase, orderNo) {
      const type = RAMP_EVENTS[purchase.stage];
      if (type === undefined) return undefined;
      const event = { type, purchase: answeredPurchase(purchase) };
      return { path: `/${orderNo}`, body: JSON.stringify(event), headers: { ...json, ...signedByRamp(event) } };
    },
  },
  {
    id: 'transak',
    verify: transakVerifier(() => [TRANSAK_TOKEN]),
    tell: (purchase) => ({ path: '', body: announced(purchase, TRANSAK_TOKEN), headers: json }),
  },
];

/** What somebody without the key makes of a genuine one. */
export const forgeries: Readonly<Record<string, (told: Told) => Told>> = {
  'another body under the same signature': (told) => ({
    ...told,
    body: told.body.replace(/[A-Za-z0-9]{12}/, 'ABCDEFGHIJKL'),
  }),
  'no signature': ({ path, body }) => ({ path, headers: json, body: body.replaceAll(/(?<=\.)[\w-]{43}(?=")/g, '') }),
  "somebody else's signature": (told) => ({
    ...told,
    body: told.body.replaceAll(/(?<=\.)[\w-]{43}(?=")/g, randomBytes(32).toString('base64url')),
    headers: Object.fromEntries(
      Object.entries(told.headers).map(([name, value]) => [name, /signature/.test(name) ? spoilt(value) : value]),
    ),
  }),
};

/** The same form, other bytes. */
function spoilt(signature: string): string {
  if (/[0-9a-f]{64}/.test(signature))
    return signature.replaceAll(/[0-9a-f]{64}/g, () => randomBytes(32).toString('hex'));
  const bytes = Buffer.from(signature, 'base64');
  return Buffer.concat([bytes.subarray(0, 8), randomBytes(bytes.length - 8)]).toString('base64');
}
