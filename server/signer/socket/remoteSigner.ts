import type { z } from 'zod';
import type { RefusedTransfers } from '../../providers/bank/transferRelease.ts';
import type { SigningRefusal } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { SignerOperations } from './serveSigner.ts';
import { requestSigner, requireSignerAnswers, SocketStatusError } from './signerSocket.ts';
import {
  clearAnswer,
  compareAnswer,
  formAnswer,
  transfersAnswer,
  uncomparedAnswer,
  withdrawAnswer,
} from './signerWire.ts';

/** The signer sends requests to the acquirer and exchanges before it clears an order, but none before it signs. */
const CLEAR_MS = 30_000;
const SIGN_MS = 5_000;
/** The signer verifies and records all sent transactions, one after the other. */
const COMPARE_MS = 60_000;
/** The signer first reads files and sends requests to the acquirer or the exchange. */
const RELEASE_MS = 60_000;
const RETRY_AFTER_MS = 2_000;

/**
 * Returns a client of the signer behind its socket. If the signer does not answer, the outcome is `unavailable`, or `unknown`
 * for a withdrawal that may have arrived. A repeated request for a signature returns the form that was signed before.
 */
export function createRemoteSigner(socketPath: string): SignerOperations {
  /** `onLostAnswer`: the outcome if it is unknown whether the request arrived. */
  async function callSigner<Answer extends z.ZodType>(
    path: string,
    question: object,
    { schema, timeMs, onLostAnswer = 'unavailable' }: SocketCall<Answer>,
  ) {
    let mayHaveArrived = false;
    try {
      await requireSignerAnswers(socketPath);
      mayHaveArrived = true;
      const body = JSON.stringify(question, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      return schema.parse(JSON.parse(await requestSigner({ socketPath, path, method: 'POST', body, timeMs })));
    } catch (error) {
      const detail = `the signer does not answer: ${error instanceof Error ? error.message : String(error)}`;
      if (onLostAnswer === 'unknown' && mayHaveArrived && !isAbsent(error)) return { kind: 'unknown', detail } as const;
      return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail, cause: 'signer' } as const;
    }
  }

  async function judgeTransfers(path: string, question: object): Promise<Outcome<RefusedTransfers>> {
    const answer = await callSigner(path, question, { schema: transfersAnswer, timeMs: RELEASE_MS });
    return answer.kind === 'ok' ? ok(new Map(answer.value)) : answer;
  }

  const signer: SignerOperations['signer'] = {
    async clear(orderNos): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>> {
      const answer = await callSigner('/clear', { orderNos }, { schema: clearAnswer, timeMs: CLEAR_MS });
      if (answer.kind === 'ok') return ok(new Map(answer.value));
      if (answer.kind === 'refused') return ok(new Map(orderNos.map((orderNo) => [orderNo, answer.reason])));
      return answer;
    },
    async pay(network, unsigned, payments) {
      return omitMissingDetail(
        await callSigner('/pay', { network, unsigned, payments }, { schema: formAnswer, timeMs: SIGN_MS }),
      );
    },
    async cancel(network, cancellation, orderNos) {
      return omitMissingDetail(
        await callSigner(
          '/cancel',
          { network, unsigned: cancellation, orderNos },
          { schema: formAnswer, timeMs: SIGN_MS },
        ),
      );
    },
    async uncompared() {
      const answer = await callSigner('/uncompared', {}, { schema: uncomparedAnswer, timeMs: SIGN_MS });
      if (answer.kind !== 'ok') return omitMissingDetail(answer);
      return ok(answer.value.map((each) => ({ ...each, nextNonce: each.nextNonce ?? undefined })));
    },
    async compare(network, { nextNonce = null, transactions, received }, start) {
      const question = { network, start: start ?? null, nextNonce, transactions, received };
      return omitMissingDetail(await callSigner('/compare', question, { schema: compareAnswer, timeMs: COMPARE_MS }));
    },
  };
  return {
    signer,
    transfers: {
      clear: (refunds) => judgeTransfers('/transfers/clear', { refunds }),
      release: (batchId, file) =>
        judgeTransfers('/transfers/release', { batchId, file: Buffer.from(file).toString('base64') }),
    },
    withdrawals: {
      async withdraw(withdrawalId) {
        const how = { schema: withdrawAnswer, timeMs: RELEASE_MS, onLostAnswer: 'unknown' } as const;
        return omitMissingDetail(await callSigner('/withdrawals/release', { withdrawalId }, how));
      },
    },
  };
}

type SocketCall<Answer extends z.ZodType> = {
  readonly schema: Answer;
  readonly timeMs: number;
  readonly onLostAnswer?: 'unavailable' | 'unknown';
};

/** Returns true if no signer listens, or it may not sign now: nothing was done. */
function isAbsent(error: unknown): boolean {
  if (error instanceof SocketStatusError) return error.status === 503;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

type Refusable<Answer> = Exclude<Answer, { kind: 'refused' }>;

/** Omits the property `detail` if it is undefined. */
function omitMissingDetail<Reason extends string, Answer extends { readonly kind: string }>(
  answer: Answer | { readonly kind: 'refused'; readonly reason: Reason; readonly detail?: string | undefined },
): Refusable<Answer> | { readonly kind: 'refused'; readonly reason: Reason; readonly detail?: string } {
  if (!('reason' in answer)) return answer as Refusable<Answer>;
  const { detail, reason } = answer;
  return detail === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, detail };
}
