import { chmod } from 'node:fs/promises';
import fastify from 'fastify';
import type { z } from 'zod';
import type { Log } from '../../platform/log/log.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { TransferRelease } from '../../providers/bank/transferRelease.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { WithdrawalRelease } from '../../providers/venue/withdrawalRelease.ts';
import type { SignerCounts, SignerRequest } from '../signerMetrics.ts';
import { fetchSignerHealth, HEALTH_PATH, type SignerHealth } from './signerSocket.ts';
import {
  cancelQuestion,
  clearQuestion,
  clearTransfersQuestion,
  compareQuestion,
  payQuestion,
  releaseQuestion,
  uncomparedQuestion,
  withdrawQuestion,
} from './signerWire.ts';
import { removeStaleSocket } from './staleSocket.ts';

/** A comparison can contain all transactions of a day. */
const BODY_LIMIT_BYTES = 16_777_216;
/** Only the signer's user and group can connect. Processes that may request payouts are in the group. */
const SOCKET_MODE = 0o660;

/** The operations of the process with the keys. */
export type SignerOperations = {
  readonly signer: PayoutSigner;
  readonly transfers: TransferRelease;
  readonly withdrawals: WithdrawalRelease;
};

export type ServingOptions = {
  readonly log: Log;
  readonly counts: SignerCounts;
  /** Returns the reasons why nothing should be signed now, none if it may sign. */
  readonly faults?: () => readonly string[];
  /** Returns true if this process may sign: it holds the locks and is the active one. */
  readonly maySign?: () => boolean;
  /** The name of this signer. */
  readonly name?: string;
};

export type ServedSigner = {
  /** Rejects unless a request to the socket reaches this very process. */
  checkSocket(): Promise<void>;
  stop(): Promise<void>;
};

/** Answers workers on a socket of this machine until stopped. Rejects if another process listens there. */
export async function serveSigner(
  { signer, transfers, withdrawals }: SignerOperations,
  socketPath: string,
  { log, counts, faults = () => [], maySign = () => true, name = 'signer' }: ServingOptions,
): Promise<ServedSigner> {
  const instance = randomToken();
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES });

  function addRoute<Question extends z.ZodType>(
    path: SignerRequest,
    question: Question,
    answer: (input: z.output<Question>) => Promise<Outcome<unknown, string>>,
    listOrderNos: (input: z.output<Question>) => readonly string[] = () => [],
  ): void {
    app.post(`/${path}`, async ({ body }, reply) => {
      const parsed = question.safeParse(body);
      if (!parsed.success) {
        counts.countAnswer(path, 'malformed');
        return reply.status(400).send({ kind: 'malformed' });
      }
      if (!maySign()) return reply.status(503).send({ kind: 'failed' });
      const began = performance.now();
      const outcome = await answer(parsed.data).catch((error: unknown) => {
        counts.countAnswer(path, 'failed');
        throw error;
      });
      counts.countAnswer(path, outcome.kind);
      for (const reason of listReasons(outcome)) counts.countRefusal(path, reason);
      const ms = Math.round(performance.now() - began);
      log.debug({ path, kind: outcome.kind, orderNos: listOrderNos(parsed.data), ms }, 'answered');
      if (outcome.kind === 'refused') log.warn({ path, reason: outcome.reason, detail: outcome.detail }, 'refused');
      return outcome;
    });
  }

  addRoute(
    'clear',
    clearQuestion,
    async ({ orderNos }) => toPairs(await signer.clear(orderNos)),
    ({ orderNos }) => orderNos,
  );
  addRoute(
    'pay',
    payQuestion,
    ({ network, unsigned, payments }) => signer.pay(network, unsigned, payments),
    ({ payments }) => payments.map(({ orderNo }) => orderNo),
  );
  addRoute('cancel', cancelQuestion, ({ network, unsigned, orderNos }) => signer.cancel(network, unsigned, orderNos));
  addRoute('uncompared', uncomparedQuestion, async () => {
    const outcome = await signer.uncompared();
    if (outcome.kind !== 'ok') return outcome;
    return ok(outcome.value.map((each) => ({ ...each, nextNonce: each.nextNonce ?? null })));
  });
  addRoute('compare', compareQuestion, ({ network, start, nextNonce, transactions, received }) =>
    signer.compare(network, { nextNonce: nextNonce ?? undefined, transactions, received }, start ?? undefined),
  );
  addRoute('transfers/clear', clearTransfersQuestion, async ({ refunds }) => toPairs(await transfers.clear(refunds)));
  addRoute('transfers/release', releaseQuestion, async ({ batchId, file }) =>
    toPairs(await transfers.release(batchId, file)),
  );
  addRoute('withdrawals/release', withdrawQuestion, ({ withdrawalId }) => withdrawals.withdraw(withdrawalId));
  app.setErrorHandler((error, _request, reply) => {
    log.error({ error }, 'the signer has failed');
    return reply.status(500).send({ kind: 'failed' });
  });

  app.get(HEALTH_PATH, async (): Promise<SignerHealth> => {
    return { instance, signer: name, isActive: maySign(), faults: [...faults()] };
  });

  await removeStaleSocket(socketPath);
  await app.listen({ path: socketPath });
  await chmod(socketPath, SOCKET_MODE);
  return {
    async checkSocket() {
      const health = await fetchSignerHealth(socketPath);
      if (health.instance !== instance) throw new Error(`another signer answers at ${socketPath}`);
    },
    stop: () => app.close(),
  };
}

/** Returns the reason of a refusal, or the reasons of all items that the answer refuses. */
function listReasons(outcome: Outcome<unknown, string>): readonly string[] {
  if (outcome.kind === 'refused') return [outcome.reason];
  return outcome.kind === 'ok' && Array.isArray(outcome.value)
    ? outcome.value.flatMap((each: unknown) => (Array.isArray(each) ? [String(each[1])] : []))
    : [];
}

function toPairs(outcome: Outcome<ReadonlyMap<string, string>, string>): Outcome<unknown, string> {
  return outcome.kind === 'ok' ? { kind: 'ok', value: [...outcome.value] } : outcome;
}
