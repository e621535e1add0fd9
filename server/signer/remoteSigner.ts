import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import type { RefusedTransfers } from '../providers/bank/transferRelease.ts';
import type { SigningRefusal } from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { SignerDesk } from './serveSigner.ts';
import { clearAnswer, formAnswer, transfersAnswer, withdrawAnswer } from './signerWire.ts';

/** The signer asks an acquirer and exchanges before it clears; it signs at once. */
const CLEAR_MS = 30_000;
const SIGN_MS = 5_000;
/** Files are read first, and the acquirer or the venue is asked. */
const RELEASE_MS = 60_000;
const RETRY_AFTER_MS = 2_000;

/** The signer behind its socket. One that is away, or hangs, is `unavailable`: what it may have signed it gives again when it is asked again. */
export function createRemoteSigner(socketPath: string): SignerDesk {
  /** `silent`: what it is when nobody knows whether the question has arrived. */
  async function ask<Answer extends z.ZodType>(
    path: string,
    question: object,
    { schema, timeMs, silent = 'unavailable' }: Asking<Answer>,
  ) {
    try {
      const body = JSON.stringify(question, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      return schema.parse(JSON.parse(await post({ socketPath, path, body, timeMs })));
    } catch (error) {
      const detail = `the signer does not answer: ${error instanceof Error ? error.message : String(error)}`;
      if (silent === 'unknown' && !isAbsent(error)) return { kind: 'unknown', detail } as const;
      return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail, by: 'signer' } as const;
    }
  }

  async function askAboutTransfers(path: string, question: object): Promise<Outcome<RefusedTransfers>> {
    const answer = await ask(path, question, { schema: transfersAnswer, timeMs: RELEASE_MS });
    return answer.kind === 'ok' ? ok(new Map(answer.value)) : answer;
  }

  const signer: SignerDesk['signer'] = {
    async clear(orderNos): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>> {
      const answer = await ask('/clear', { orderNos }, { schema: clearAnswer, timeMs: CLEAR_MS });
      if (answer.kind === 'ok') return ok(new Map(answer.value));
      if (answer.kind === 'refused') return ok(new Map(orderNos.map((orderNo) => [orderNo, answer.reason])));
      return answer;
    },
    async pay(network, unsigned, payments) {
      return withoutGaps(await ask('/pay', { network, unsigned, payments }, { schema: formAnswer, timeMs: SIGN_MS }));
    },
    async cancel(network, cancellation, orderNos) {
      return withoutGaps(
        await ask('/cancel', { network, unsigned: cancellation, orderNos }, { schema: formAnswer, timeMs: SIGN_MS }),
      );
    },
  };
  return {
    signer,
    transfers: {
      clear: (refunds) => askAboutTransfers('/transfers/clear', { refunds }),
      release: (batchId, file) =>
        askAboutTransfers('/transfers/release', { batchId, file: Buffer.from(file).toString('base64') }),
    },
    withdrawals: {
      async withdraw(withdrawalId) {
        const how = { schema: withdrawAnswer, timeMs: RELEASE_MS, silent: 'unknown' } as const;
        return withoutGaps(await ask('/withdrawals/release', { withdrawalId }, how));
      },
    },
  };
}

type Asking<Answer extends z.ZodType> = {
  readonly schema: Answer;
  readonly timeMs: number;
  readonly silent?: 'unavailable' | 'unknown';
};

/** Nobody listens: the question has gone nowhere. */
function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

type Refusable<Answer> = Exclude<Answer, { kind: 'refused' }>;

/** A detail that is not told is left out, as everywhere. */
function withoutGaps<Reason extends string, Answer extends { readonly kind: string }>(
  answer: Answer | { readonly kind: 'refused'; readonly reason: Reason; readonly detail?: string | undefined },
): Refusable<Answer> | { readonly kind: 'refused'; readonly reason: Reason; readonly detail?: string } {
  if (!('reason' in answer)) return answer as Refusable<Answer>;
  const { detail, reason } = answer;
  return detail === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, detail };
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
    // A connection of its own: one that was kept could be a former signer's, and nobody could tell whether it has heard.
    const asked = request({ socketPath, path, method: 'POST', headers, signal, agent: false }, (response) => {
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
