import { createPrivateKey, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PartnerCallData, PartnerCallName, PartnerCallRequest } from '@slipway/contract/partnerCalls.ts';
import { signatureHeaders } from './signRequest.ts';
import { SlipwayError } from './slipwayError.ts';

export type SlipwayOptions = {
  /** Where the on-ramp is, such as `https://pay.example`. */
  readonly origin: string;
  /** `slk_…`, as `npm run operate -- partner-key` has shown it. */
  readonly apiKey: string;
  /** The Ed25519 key in PEM whose public half the operator has. Needed by what writes. */
  readonly privateKey?: string;
  /** Instead of Node's own, as for a proxy. */
  readonly fetch?: typeof fetch;
};

/** What a call is asked with: the key of idempotency may be left out, it is made then. */
type CallInput<Name extends PartnerCallName> =
  PartnerCallRequest<Name> extends { readonly idempotencyKey: string }
    ? Omit<PartnerCallRequest<Name>, 'idempotencyKey'> & { readonly idempotencyKey?: string }
    : PartnerCallRequest<Name>;

/** Calls that write; the server refuses fields that a call does not know, so others get no key. */
type WriteName = {
  [Name in PartnerCallName]: PartnerCallRequest<Name> extends { readonly idempotencyKey: string } ? Name : never;
}[PartnerCallName];
const writes: Readonly<Record<WriteName, true>> = { askRefund: true, createSession: true, mintAuthToken: true };

export type Slipway = {
  /**
   * Asks the on-ramp's server. A request without an answer, or one that may come again later, is repeated three times, as the
   * same wish: nothing is done twice. Throws {@link SlipwayError}.
   */
  call<Name extends PartnerCallName>(name: Name, input: CallInput<Name>): Promise<PartnerCallData<Name>>;
};

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const ANSWER_MS = 60_000;

export function createSlipway({ origin, apiKey, privateKey, fetch: ask = fetch }: SlipwayOptions): Slipway {
  const keyId = /^slk_([^_]+)_/.exec(apiKey)?.[1];
  if (keyId === undefined) throw new TypeError('apiKey must begin with slk_');
  const signer = privateKey === undefined ? undefined : { keyId, privateKey: createPrivateKey(privateKey) };

  async function once(name: string, body: string): Promise<Answer> {
    const url = new URL(`/gateway/partner/${name}`, origin).href;
    const signature = signer ? signatureHeaders({ method: 'POST', url, body }, { ...signer, now: new Date() }) : {};
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...signature };
    const response = await ask(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
    return { response, envelope: (await response.json()) as Envelope };
  }

  return {
    async call(name, input) {
      // One wish, however often it is asked for: the key is made before the first try, the signature for each.
      const body = JSON.stringify({ ...(Object.hasOwn(writes, name) && { idempotencyKey: randomUUID() }), ...input });
      for (let attempt = 1; ; attempt += 1) {
        const answer = await once(name, body).catch((cause: unknown) => ({ cause }));
        const refusal = refusalOf(answer);
        if (!refusal) return (answer as Answer).envelope.data as never;
        if (attempt === TRIES || !mayComeAgain(refusal)) throw refusal;
        await pause(pauseBefore(attempt, answer));
      }
    },
  };
}

type Envelope = { readonly respCode: string; readonly respMessage: string; readonly data: unknown };
type Answer = { readonly response: Response; readonly envelope: Envelope };
type Outcome = Answer | { readonly cause: unknown };

function refusalOf(outcome: Outcome): SlipwayError | undefined {
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

const COMES_AGAIN: ReadonlySet<SlipwayError['code']> = new Set([
  'no_answer',
  'too_many_requests',
  'unavailable',
  'fault',
]);

function mayComeAgain({ code }: SlipwayError): boolean {
  return COMES_AGAIN.has(code);
}

function pauseBefore(attempt: number, outcome: Outcome): number {
  const asked = 'response' in outcome ? Number(outcome.response.headers.get('retry-after') ?? 0) * 1000 : 0;
  return Math.min(LONGEST_PAUSE_MS, Math.max(asked, FIRST_PAUSE_MS * 2 ** attempt));
}
