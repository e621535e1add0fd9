import { chmod, rm } from 'node:fs/promises';
import fastify from 'fastify';
import type { z } from 'zod';
import type { Log } from '../platform/log/log.ts';
import type { PayoutSigner } from '../providers/chain/signerPort.ts';
import type { Outcome } from '../providers/outcome.ts';
import { cancelQuestion, clearQuestion, payQuestion } from './signerWire.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** Its user and its group: whoever may ask to be paid is in the group. */
const SOCKET_MODE = 0o660;

/** Answers workers on a socket of this machine, until it is stopped. */
export async function serveSigner(
  signer: PayoutSigner,
  socketPath: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES });

  function answers<Question extends z.ZodType>(
    path: string,
    question: Question,
    answer: (asked: z.output<Question>) => Promise<Outcome<unknown, string>>,
  ): void {
    app.post(path, async ({ body }, reply) => {
      const asked = question.safeParse(body);
      if (!asked.success) return reply.status(400).send({ kind: 'malformed' });
      const outcome = await answer(asked.data);
      if (outcome.kind === 'refused') log.warn({ path, reason: outcome.reason, detail: outcome.detail }, 'refused');
      return outcome;
    });
  }

  answers('/clear', clearQuestion, async ({ orderNos }) => {
    const outcome = await signer.clear(orderNos);
    return outcome.kind === 'ok' ? { kind: 'ok', value: [...outcome.value] } : outcome;
  });
  answers('/pay', payQuestion, ({ network, unsigned, payments }) => signer.pay(network, unsigned, payments));
  answers('/cancel', cancelQuestion, ({ network, unsigned, orderNos }) => signer.cancel(network, unsigned, orderNos));
  app.setErrorHandler((error, _request, reply) => {
    log.error({ error }, 'the signer has failed');
    return reply.status(500).send({ kind: 'failed' });
  });

  // A socket of a run that was killed; another signer that listens there is noticed by its lock of the record.
  await rm(socketPath, { force: true });
  await app.listen({ path: socketPath });
  await chmod(socketPath, SOCKET_MODE);
  return { stop: () => app.close() };
}
