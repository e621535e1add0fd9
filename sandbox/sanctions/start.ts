import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { EXTRACT_PATH } from './extractPath.ts';
import { openSanctionsList, type SanctionsList } from './sanctionsList.ts';

export type SanctionsStandIn = StandIn & Pick<SanctionsList, 'listed' | 'add' | 'remove'>;

const FILE_NAME = /^sanctioned_addresses_([A-Z0-9]+)\.txt$/;

/** Starts a server for the extract of OFAC's list that answers like GitHub's host of raw files. Port 0 takes any free one. */
export async function startSanctions(world: World, port: number): Promise<SanctionsStandIn> {
  const register = await openSanctionsList(world);
  const app = fastify({ logger: false, forceCloseConnections: true });
  installTransportFaults(app, 'sanctions', world.faults);

  app.get<{ Params: { name: string } }>(`${EXTRACT_PATH}/:name`, (request, reply) => {
    const file = register.file(FILE_NAME.exec(request.params.name)?.[1] ?? '');
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('404: Not Found');
    const isEmpty = world.faults.take('sanctions', ['list_empty'], request.url) !== undefined;
    const text = isEmpty ? '' : file.text;
    const tag = `"${createHash('sha256').update(text).digest('hex')}"`;
    // The answer has an ETag but, as with the real host, no date.
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('text/plain; charset=utf-8').send(text);
  });
  app.get('/api/books', () => register.books.state);

  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    name: 'sanctions',
    url,
    books: () => register.books.state,
    listed: () => register.listed(),
    add: (payable) => register.add(payable),
    remove: (address) => register.remove(address),
    async stop() {
      await app.close();
      await register.books.settled();
    },
  };
}
