import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import type { SandboxControlContext } from './deskContext.ts';
import { deskPage } from './deskPage.ts';
import { installDeskApi } from './installDeskApi.ts';
import { mailboxPage } from './mailboxPage.ts';
import { sendPage } from './sendPage.ts';
import { transactionPage } from './transactionPage.ts';

export type Desk = { readonly url: string; stop(): Promise<void> };

const SCRIPT = '/desk.js';

/** Starts the sandbox's page and API. Port 0 takes any free one. */
export async function startDesk(parts: SandboxControlContext, port: number): Promise<Desk> {
  const script = await readFile(new URL('./browser/desk.js', import.meta.url), 'utf8');
  const app = fastify({ forceCloseConnections: true });

  // Actions without parameters may be requested without a body.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('The body is not JSON'), { statusCode: 400 }));
    }
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );
  app.setNotFoundHandler(async ({ method, url }, reply) =>
    reply.code(404).send({ error: `There is no ${method} ${url.split('?')[0]}` }),
  );

  installDeskApi(app, parts);
  app.get(SCRIPT, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
  app.get('/', async (_request, reply) =>
    sendPage(reply, { title: 'Slipway sandbox', body: deskPage(parts), script: SCRIPT }),
  );
  app.get<{ Querystring: { to?: string } }>('/mailbox', async ({ query }, reply) =>
    sendPage(reply, { title: 'Mailbox', body: mailboxPage(parts.mail, query.to ?? '') }),
  );
  app.get<{ Params: { network: string; transaction: string } }>(
    '/chains/:network/transactions/:transaction',
    async ({ params }, reply) =>
      sendPage(reply, {
        title: 'Transaction',
        body: await transactionPage(parts.chains, params.network, params.transaction),
      }),
  );

  const bound = await app.listen({ host: '127.0.0.1', port });
  return { url: `http://localhost:${new URL(bound).port}`, stop: () => app.close() };
}
