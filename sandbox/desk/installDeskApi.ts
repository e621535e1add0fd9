import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { installBankApi } from '../bank/installBankApi.ts';
import { parsePayableAddress } from '../sanctions/payableAddress.ts';
import type { SanctionsStandIn } from '../sanctions/start.ts';
import { faultSchema } from '../world/faults.ts';
import { CHAIN_ACTIONS, DeskError, type SandboxControlContext } from './deskContext.ts';
import { installMarketApi } from './installMarketApi.ts';
import { readRequest } from './readRequest.ts';

const listedAddressSchema = z.strictObject({ address: z.string().trim().min(1).max(128) });

const TEN_YEARS_SECONDS = 10 * 366 * 24 * 60 * 60;

const mailboxSchema = z.object({ to: z.string().trim().min(3, 'must be an email address') });
const balanceSchema = z.object({ symbol: z.string().trim().min(1), address: z.string().trim().min(1) });
const verdictSchema = z.strictObject({ verdict: z.enum(['accepted', 'refused', 'review', 'retry']) });
const advanceSchema = z.strictObject({ advanceSeconds: z.number().int().min(1).max(TEN_YEARS_SECONDS) });
const dropSchema = z.strictObject({
  transaction: z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a transaction id'),
});
const countSchema = z.strictObject({ count: z.number().int().min(1).max(1_000).optional() });

/** Registers the sandbox's API, which the desk's page and tests use. */
export function installDeskApi(app: FastifyInstance, desk: SandboxControlContext): void {
  app.get('/api/mailbox', async ({ query }) => desk.mail.list(readRequest(mailboxSchema, query).to));

  installBankApi(app, desk.bank);

  app.post<{ Params: { who: string } }>('/api/identity/:who', async ({ params, body }) => {
    const { verdict } = readRequest(verdictSchema, body);
    const outcome = await desk.identity.setVerdict(params.who, verdict);
    const message = outcome.applied
      ? `The verdict on ${params.who} is now: ${verdict}.`
      : `${params.who} has not begun an identity check. The verdict applies when they begin one.`;
    return { ...outcome, message };
  });
  app.get('/api/identity', async () =>
    desk.identity.applicants().map(({ id, email, externalUserId, reviewStatus, reviewResult }) => ({
      applicantId: id,
      email,
      externalUserId,
      reviewStatus,
      reviewResult,
    })),
  );

  app.get('/api/faults', async () => desk.faults.list());
  app.put('/api/faults', async ({ body }) => {
    desk.faults.replace(readRequest(z.array(faultSchema), body));
    return desk.faults.list();
  });

  app.get('/api/clock', async () => describeClock(desk));
  app.post('/api/clock', async ({ body }) => {
    await desk.clock.advanceEverything(readRequest(advanceSchema, body).advanceSeconds);
    return describeClock(desk);
  });

  app.get('/api/books', async () => {
    const books = await Promise.all(
      desk.standIns.map(async (standIn) => [standIn.name, await standIn.books()] as const),
    );
    return { ...Object.fromEntries(books), bank: desk.bank.books() };
  });

  installChainCalls(app, desk);
  installMarketApi(app, desk.market);
  installSanctionsApi(app, desk.sanctions);
}

function installChainCalls(app: FastifyInstance, { chains }: SandboxControlContext): void {
  app.get('/api/chains', async () => chains.describe());
  app.get('/api/fundings', async () => chains.fundings());

  app.get<{ Params: { network: string } }>('/api/chains/:network/balance', async ({ params, query }) => {
    const { symbol, address } = readRequest(balanceSchema, query);
    const balance = await chains.balance(params.network, symbol, address);
    return { network: params.network, symbol, address, balance, message: `${balance} ${symbol}` };
  });

  app.post<{ Params: { network: string } }>('/api/chains/:network/drop', async ({ params, body }) => {
    const { transaction } = readRequest(dropSchema, body);
    await chains.drop(params.network, transaction);
    return {
      network: params.network,
      transaction,
      message: `The node of ${params.network} no longer has the transaction if it was unconfirmed.`,
    };
  });

  for (const action of CHAIN_ACTIONS) {
    app.post<{ Params: { network: string } }>(`/api/chains/:network/${action}`, async ({ params, body }) => {
      await chains.act(params.network, action, readRequest(countSchema, body ?? {}).count);
      return { network: params.network, action, message: `Done: ${action} on ${params.network}.` };
    });
  }
}

function describeClock({ clock }: SandboxControlContext): { now: string; offsetSeconds: number } {
  return { now: clock.now().toISOString(), offsetSeconds: clock.offsetSeconds() };
}

/** Registers the controls of the sanctions list; every change creates a new edition. */
function installSanctionsApi(app: FastifyInstance, sanctions: SanctionsStandIn): void {
  app.get('/api/sanctions', async () => sanctions.listed());

  app.post('/api/sanctions', async ({ body }, reply) => {
    const payable = parsePayableAddress(readRequest(listedAddressSchema, body).address);
    if (!payable) throw new DeskError(400, 'address: must be an address of Bitcoin or of an EVM chain');
    const isNew = await sanctions.add(payable);
    const message = isNew
      ? `${payable.address} is listed. The product refuses it once it has read the list again.`
      : `${payable.address} was listed already.`;
    return reply.code(isNew ? 201 : 200).send({ address: payable.address, message });
  });

  app.delete<{ Params: { address: string } }>('/api/sanctions/:address', async ({ params: { address } }) => {
    if (!(await sanctions.remove(address))) throw new DeskError(404, `${address} is not listed`);
    return { address, message: `${address} is no longer listed.` };
  });
}
