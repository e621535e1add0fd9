import { beginningOf, checkedRequest, faultOf } from './checkedRequest.ts';
import { type AddressRule, type ResolveName, resolveName } from './webhookAddress.ts';

const TIMEOUT_MS = 15_000;
const MOST_CHARACTERS = 500;
/** A character of UTF-8 has four bytes at most. */
const MOST_BYTES = MOST_CHARACTERS * 4;

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type WebhookAnswer = {
  /** Null: no answer came. */
  readonly status: number | null;
  /** The first 500 characters of the answer, or why none came. */
  readonly text: string;
  /** As the answer has it. */
  readonly retryAfter: string | undefined;
  readonly milliseconds: number;
};

/** Posts once. Answers whatever happens, after 15 seconds at the latest; no redirect is followed. */
export type PostWebhook = (post: WebhookPost) => Promise<WebhookAnswer>;

export function createWebhookPost(rule: AddressRule, resolve: ResolveName = resolveName): PostWebhook {
  return async ({ url, headers, body }) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const took = () => Math.round(performance.now() - begun);
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const sent = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
      const answer = await checkedRequest(
        new URL(url),
        { method: 'POST', headers: sent, body: bytes, signal },
        rule,
        resolve,
      );
      const { statusCode: status = 0, headers: answered } = answer;
      return {
        status,
        text: shown(await beginningOf(answer, MOST_BYTES)),
        retryAfter: answered['retry-after'],
        milliseconds: took(),
      };
    } catch (error) {
      return { status: null, text: shown(faultOf(error)), retryAfter: undefined, milliseconds: took() };
    }
  };
}

/** PostgreSQL's text cannot hold the character zero. */
function shown(text: string): string {
  return text.replaceAll('\0', '').slice(0, MOST_CHARACTERS).toWellFormed();
}
