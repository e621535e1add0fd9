import { offerInquiry } from '@slipway/contract/calls/quote/offerInquiry.ts';
import fastify from 'fastify';
import { z } from 'zod';

/**
 * A server with the minimum cost of a quote: the same framework parses the same request with the same schema and answers as
 * many bytes. The parent process sends the answer to give, and receives the server's address.
 */
process.once('message', (answer) => void answerWith(answer));
process.once('disconnect', () => process.exit());

async function answerWith(answer: unknown): Promise<void> {
  const app = fastify();
  const schema = z.object(offerInquiry.request.shape);
  app.post('/quote', async (request) => {
    schema.parse(request.body);
    return answer;
  });
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
}
