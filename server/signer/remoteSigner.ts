import type { z } from 'zod';
import type { RefusedTransfers } from '../providers/bank/transferRelease.ts';
import type { SigningRefusal } from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { SignerDesk } from './serveSigner.ts';
import { askSocket, requireAnswering, SocketStatusError } from './signerSocket.ts';
import {
  clearAnswer,
  compareAnswer,
  formAnswer,
  transfersAnswer,
  uncomparedAnswer,
  withdrawAnswer,
} from './signerWire.ts';

/** The signer asks an acquirer and exchanges before it clears; it signs at once. */
const CLEAR_MS = 30_000;
const SIGN_MS = 5_000;
/** All that was sent is checked and kept, one after the other. */
const COMPARE_MS = 60_000;
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
    let isAsked = false;
    try {
      await requireAnswering(socketPath);
      isAsked = true;
      const body = JSON.stringify(question, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      return schema.parse(JSON.parse(await askSocket({ socketPath, path, method: 'POST', body, timeMs })));
    } catch (error) {
      const detail = `the signer does not answer: ${error instanceof Error ? error.message : String(error)}`;
      if (silent === 'unknown' && isAsked && !isAbsent(error)) return { kind: 'unknown', detail } as const;
      return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail, cause: 'signer' } as const;
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
    async uncompared() {
      const answer = await ask('/uncompared', {}, { schema: uncomparedAnswer, timeMs: SIGN_MS });
      if (answer.kind !== 'ok') return withoutGaps(answer);
      return ok(answer.value.map((each) => ({ ...each, nextNonce: each.nextNonce ?? undefined })));
    },
    async compare(network, { nextNonce = null, transactions, received }, start) {
      const question = { network, start: start ?? null, nextNonce, transactions, received };
      return withoutGaps(await ask('/compare', question, { schema: compareAnswer, timeMs: COMPARE_MS }));
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

/** No signer listens, or the one that does may not sign now: nothing was done. */
function isAbsent(error: unknown): boolean {
  if (error instanceof SocketStatusError) return error.status === 503;
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
