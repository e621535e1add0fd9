import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import type { PayoutSigner, SignedForm, SigningRefusal } from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { clearAnswer, formAnswer } from './signerWire.ts';

/** The signer asks an acquirer and exchanges before it clears; it signs at once. */
const CLEAR_MS = 30_000;
const SIGN_MS = 5_000;
const RETRY_AFTER_MS = 2_000;

/** The signer behind its socket. One that is away, or hangs, is `unavailable`: what it may have signed it gives again when it is asked again. */
export function createRemoteSigner(socketPath: string): PayoutSigner {
  async function ask<Answer extends z.ZodType>(path: string, question: object, schema: Answer, timeMs: number) {
    try {
      const body = JSON.stringify(question, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      return schema.parse(JSON.parse(await post({ socketPath, path, body, timeMs })));
    } catch (error) {
      const detail = `the signer does not answer: ${error instanceof Error ? error.message : String(error)}`;
      return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail } as const;
    }
  }

  return {
    async clear(orderNos): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>> {
      const answer = await ask('/clear', { orderNos }, clearAnswer, CLEAR_MS);
      if (answer.kind === 'ok') return ok(new Map(answer.value));
      if (answer.kind === 'refused') return ok(new Map(orderNos.map((orderNo) => [orderNo, answer.reason])));
      return answer;
    },
    async pay(network, unsigned, payments) {
      return withoutGaps(await ask('/pay', { network, unsigned, payments }, formAnswer, SIGN_MS));
    },
    async cancel(network, cancellation, orderNos) {
      return withoutGaps(await ask('/cancel', { network, unsigned: cancellation, orderNos }, formAnswer, SIGN_MS));
    },
  };
}

/** A detail that is not told is left out, as everywhere. */
function withoutGaps(answer: z.output<typeof formAnswer>): Outcome<SignedForm, SigningRefusal> {
  if (answer.kind !== 'refused') return answer;
  const { detail, ...refusal } = answer;
  return detail === undefined ? refusal : { ...refusal, detail };
}

function post({
  socketPath,
  path,
  body,
  timeMs,
}: {
  readonly socketPath: string;
  readonly path: string;
  readonly body: string;
  readonly timeMs: number;
}): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const signal = AbortSignal.timeout(timeMs);
    const asked = request({ socketPath, path, method: 'POST', headers, signal }, (response) => {
      text(response).then(
        (answer) =>
          response.statusCode === 200 ? resolve(answer) : reject(new Error(`status ${response.statusCode}`)),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
