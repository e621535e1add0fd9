import { randomBytes } from 'node:crypto';
import {
  formatWebhookPayload,
  getEventType,
  buildSignedHeaders as signedByCoinbase,
} from '../../../sandbox/coinbaseOnramp/wire.ts';
import type { Purchase } from '../../../sandbox/externalProviders/purchaseStore.ts';
import { formatTransaction, buildSignedHeaders as signedByMoonpay } from '../../../sandbox/moonpay/wire.ts';
import {
  formatPurchase,
  WEBHOOK_EVENTS as RAMP_EVENTS,
  buildSignedHeaders as signedByRamp,
} from '../../../sandbox/ramp/wire.ts';
import { formatWebhookBody } from '../../../sandbox/transak/wire.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createCoinbaseWebhookVerifier as coinbaseVerifier } from '../../providers/offers/coinbaseOnramp/webhook.ts';
import { createMoonpayWebhookVerifier as moonpayVerifier } from '../../providers/offers/moonpay/webhook.ts';
import { createRampWebhookVerifier as rampVerifier } from '../../providers/offers/ramp/webhook.ts';
import { createTransakWebhookVerifier as transakVerifier } from '../../providers/offers/transak/webhook.ts';
import type { WebhookVerifier } from '../../providers/webhook.ts';

/** A webhook as sent over the wire. */
export type SentWebhook = {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A vendor's way to announce a purchase, and the product's way to verify it. */
export type WebhookSeller = {
  readonly id: string;
  readonly verify: WebhookVerifier;
  /** Returns undefined if the vendor does not announce this stage. Each call creates a new signature. */
  buildWebhook(purchase: Purchase, orderNo: string): SentWebhook | undefined;
};

const TRANSAK_TOKEN = randomBytes(24).toString('hex');
const json = { 'content-type': 'application/json' };

/** The four vendors, signed like their stand-ins, verified by the product's own adapters. */
export const webhookSellers: readonly WebhookSeller[] = [
  {
    id: 'moonpay',
    verify: moonpayVerifier(credentials.moonpay.webhookKey),
    buildWebhook(purchase) {
      const type = purchase.stage === 'failed' ? 'transaction_failed' : 'transaction_updated';
      const body = JSON.stringify({ type, data: formatTransaction(purchase) });
      return { path: '', body, headers: { ...json, ...signedByMoonpay(body) } };
    },
  },
  {
    id: 'coinbaseOnramp',
    verify: coinbaseVerifier(
      { webhookSecret: credentials.coinbaseOnramp.webhookSecret, environment: 'live' },
      () => new Date(),
    ),
    buildWebhook(purchase) {
      const eventType = getEventType(purchase);
      const body = JSON.stringify({ eventType, ...formatWebhookPayload(purchase) });
      return { path: '', body, headers: signedByCoinbase(body, `${purchase.id}:${eventType}`, eventType, new Date()) };
    },
  },
  {
    id: 'ramp',
    verify: rampVerifier(credentials.ramp.publicKey),
    buildWebhook(purchase, orderNo) {
      const type = RAMP_EVENTS[purchase.stage];
      if (type === undefined) return undefined;
      const event = { type, purchase: formatPurchase(purchase) };
      return { path: `/${orderNo}`, body: JSON.stringify(event), headers: { ...json, ...signedByRamp(event) } };
    },
  },
  {
    id: 'transak',
    verify: transakVerifier(() => [TRANSAK_TOKEN]),
    buildWebhook: (purchase) => ({ path: '', body: formatWebhookBody(purchase, TRANSAK_TOKEN), headers: json }),
  },
];

/** Forgeries of a genuine webhook without its key. */
export const forgeries: Readonly<Record<string, (webhook: SentWebhook) => SentWebhook>> = {
  'another body under the same signature': (webhook) => ({
    ...webhook,
    body: webhook.body.replace(/[A-Za-z0-9]{12}/, 'ABCDEFGHIJKL'),
  }),
  'no signature': ({ path, body }) => ({ path, headers: json, body: body.replaceAll(/(?<=\.)[\w-]{43}(?=")/g, '') }),
  "somebody else's signature": (webhook) => ({
    ...webhook,
    body: webhook.body.replaceAll(/(?<=\.)[\w-]{43}(?=")/g, randomBytes(32).toString('base64url')),
    headers: Object.fromEntries(
      Object.entries(webhook.headers).map(([name, value]) => [
        name,
        /signature/.test(name) ? corruptSignature(value) : value,
      ]),
    ),
  }),
};

/** Returns a signature in the same encoding with random bytes. */
function corruptSignature(signature: string): string {
  if (/[0-9a-f]{64}/.test(signature))
    return signature.replaceAll(/[0-9a-f]{64}/g, () => randomBytes(32).toString('hex'));
  const bytes = Buffer.from(signature, 'base64');
  return Buffer.concat([bytes.subarray(0, 8), randomBytes(bytes.length - 8)]).toString('base64');
}
