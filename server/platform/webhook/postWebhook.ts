import { describeRequestFault, readBeginning, sendCheckedRequest } from './sendCheckedRequest.ts';
import { type AddressRule, type NameResolver, resolveName } from './webhookAddress.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARACTERS = 500;
/** A UTF-8 character has at most four bytes. */
const MAX_ANSWER_BYTES = MAX_ANSWER_CHARACTERS * 4;

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type WebhookAnswer = {
  /** Null: no answer. */
  readonly status: number | null;
  /** The first 500 characters of the answer, or why there is none. */
  readonly text: string;
  /** The header's value. */
  readonly retryAfter: string | undefined;
  readonly milliseconds: number;
};

/** Posts once. Always resolves, after 15 seconds at most; redirects are not followed. */
export type WebhookPoster = (post: WebhookPost) => Promise<WebhookAnswer>;

export function createWebhookPoster(rule: AddressRule, resolve: NameResolver = resolveName): WebhookPoster {
  return async ({ url, headers, body }) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const took = () => Math.round(performance.now() - begun);
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const sent = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
      const answer = await sendCheckedRequest(
        new URL(url),
        { method: 'POST', headers: sent, body: bytes, signal },
        rule,
        resolve,
      );
      const { statusCode: status = 0, headers: answered } = answer;
      return {
        status,
        text: sanitizeAnswer(await readBeginning(answer, MAX_ANSWER_BYTES)),
        retryAfter: answered['retry-after'],
        milliseconds: took(),
      };
    } catch (error) {
      return {
        status: null,
        text: sanitizeAnswer(describeRequestFault(error)),
        retryAfter: undefined,
        milliseconds: took(),
      };
    }
  };
}

/** Shortens an answer and removes NUL, which PostgreSQL's text type cannot hold. */
function sanitizeAnswer(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_ANSWER_CHARACTERS).toWellFormed();
}
