import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PartnerCallData, PartnerCallName, PartnerCallRequest } from '@slipway/contract/partnerCalls.ts';
import { buildSignatureHeaders } from './signRequest.ts';
import { SlipwayError } from './slipwayError.ts';

export type SlipwayOptions = {
  /** The server's origin, such as `https://pay.example`. */
  readonly origin: string;
  /** `slk_…`, as printed by `npm run operate -- partner-key`. */
  readonly apiKey: string | undefined;
  /**
   * The private Ed25519 key in PEM whose public key the operator has registered; required by calls that write. Line breaks
   * may be written as `\n`, as in an `.env` file.
   */
  readonly privateKey?: string | undefined;
  /** Replaces Node's own fetch, for example to use a proxy. */
  readonly fetch?: typeof fetch;
};

/** Input of a call; an omitted idempotency key is generated. */
type CallInput<Name extends PartnerCallName> =
  PartnerCallRequest<Name> extends { readonly idempotencyKey: string }
    ? Omit<PartnerCallRequest<Name>, 'idempotencyKey'> & { readonly idempotencyKey?: string }
    : PartnerCallRequest<Name>;

/** Calls that write. Only these get an idempotency key, because the server refuses unknown fields. */
type WriteCallName = {
  [Name in PartnerCallName]: PartnerCallRequest<Name> extends { readonly idempotencyKey: string } ? Name : never;
}[PartnerCallName];
const writeCalls: Readonly<Record<WriteCallName, true>> = {
  requestRefund: true,
  createSession: true,
  mintAuthToken: true,
};

export type Slipway = {
  /**
   * Calls the server. Retries up to three times, with the same idempotency key, if there is no answer or the refusal is
   * retryable. A write is therefore executed at most once. Throws {@link SlipwayError}.
   */
  call<Name extends PartnerCallName>(name: Name, input: CallInput<Name>): Promise<PartnerCallData<Name>>;
};

const MAX_ATTEMPTS = 4;
/** Doubled for each attempt; the first pause is 500 ms. */
const BASE_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 60_000;

export function createSlipway({ origin, apiKey, privateKey, fetch: sendRequest = fetch }: SlipwayOptions): Slipway {
  const keyId = /^slk_([^_]+)_/.exec(apiKey ?? '')?.[1];
  if (keyId === undefined) throw new TypeError('apiKey must begin with slk_');
  const signer = privateKey ? { keyId, privateKey: readPrivateKey(privateKey) } : undefined;

  async function callOnce(name: string, body: string): Promise<Answer> {
    const url = new URL(`/gateway/partner/${name}`, origin).href;
    const signature = signer
      ? buildSignatureHeaders({ method: 'POST', url, body }, { ...signer, now: new Date() })
      : {};
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...signature };
    const response = await sendRequest(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return { response, envelope: (await response.json()) as Envelope };
  }

  return {
    async call(name, input) {
      // All attempts have the same idempotency key; each attempt has a new signature.
      const body = JSON.stringify({
        ...(Object.hasOwn(writeCalls, name) && { idempotencyKey: randomUUID() }),
        ...input,
      });
      for (let attempt = 1; ; attempt += 1) {
        const answer = await callOnce(name, body).catch((cause: unknown) => ({ cause }));
        const slipwayError = findError(answer);
        if (!slipwayError) return (answer as Answer).envelope.data as never;
        if (attempt === MAX_ATTEMPTS || !isRetryable(slipwayError)) throw slipwayError;
        await pause(computePauseMs(attempt, answer));
      }
    },
  };
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch (cause) {
    throw new TypeError('privateKey must be a private key in PEM, from BEGIN to END', { cause });
  }
}

type Envelope = { readonly respCode: string; readonly respMessage: string; readonly data: unknown };
type Answer = { readonly response: Response; readonly envelope: Envelope };
type Outcome = Answer | { readonly cause: unknown };

function findError(outcome: Outcome): SlipwayError | undefined {
  if ('cause' in outcome)
    return new SlipwayError('the server has not answered', { httpStatus: 0, code: 'no_answer', cause: outcome.cause });
  const { response, envelope } = outcome;
  if (envelope.respCode === '200') return undefined;
  const { error, facts } = envelope.data as {
    readonly error: SlipwayError['code'];
    readonly facts: SlipwayError['facts'];
  };
  return new SlipwayError(envelope.respMessage, { httpStatus: response.status, code: error, facts });
}

const RETRYABLE_CODES: ReadonlySet<SlipwayError['code']> = new Set([
  'no_answer',
  'too_many_requests',
  'unavailable',
  'fault',
]);

function isRetryable({ code }: SlipwayError): boolean {
  return RETRYABLE_CODES.has(code);
}

function computePauseMs(attempt: number, outcome: Outcome): number {
  const retryAfterMs = 'response' in outcome ? Number(outcome.response.headers.get('retry-after') ?? 0) * 1000 : 0;
  return Math.min(MAX_PAUSE_MS, Math.max(retryAfterMs, BASE_PAUSE_MS * 2 ** attempt));
}
