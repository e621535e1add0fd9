import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parsePayableAddress } from '../sanctions/payableAddress.ts';
import type { SanctionsStandIn } from '../sanctions/start.ts';
import { DeskError } from './deskContext.ts';
import { readRequest } from './readRequest.ts';

const addressSchema = z.strictObject({ address: z.string().trim().min(1).max(128) });

/** Registers the controls of the sanctions list; every change creates a new edition. */
export function installSanctionsApi(app: FastifyInstance, sanctions: SanctionsStandIn): void {
  app.get('/api/sanctions', async () => sanctions.listed());

  app.post('/api/sanctions', async ({ body }, reply) => {
    const payable = parsePayableAddress(readRequest(addressSchema, body).address);
    if (!payable) throw new DeskError(400, 'address: must be an address of Bitcoin or of an EVM chain');
    const isNew = await sanctions.add(payable);
    const message = isNew
      ? `${payable.address} is listed from now on; the product knows once it reads the list again.`
      : `${payable.address} was listed already.`;
    return reply.code(isNew ? 201 : 200).send({ address: payable.address, message });
  });

  app.delete<{ Params: { address: string } }>('/api/sanctions/:address', async ({ params: { address } }) => {
    if (!(await sanctions.remove(address))) throw new DeskError(404, `${address} is not listed`);
    return { address, message: `${address} is no longer listed.` };
  });
}
