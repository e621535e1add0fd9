import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readRequest } from '../desk/readRequest.ts';
import type { BankStandIn } from './start.ts';
import { transferSchema } from './transferSchema.ts';

const statementSchema = z.strictObject({ day: z.iso.date('must be a day such as 2026-11-21').optional() });

/** Registers the bank's controls, which the desk and tests use. */
export function installBankApi(app: FastifyInstance, bank: BankStandIn): void {
  app.post('/api/bank/transfers', async ({ body }, reply) =>
    reply.code(201).send(await bank.receive(readRequest(transferSchema, body))),
  );
  app.get('/api/bank/transfers', async () => bank.list());
  app.get('/api/bank/refunds', async () => bank.refunds());
  app.post('/api/bank/statements', async ({ body }, reply) => {
    const written = await bank.writeStatement(readRequest(statementSchema, body ?? {}).day);
    const message = `The statement of ${written.day} is written, with ${written.bookings} bookings.`;
    return reply.code(201).send({ ...written, message });
  });
}
