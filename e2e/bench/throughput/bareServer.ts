import { offerInquiry } from '@slipway/contract/calls/offerInquiry.ts';
import fastify from 'fastify';
import { z } from 'zod';

/**
 * What a quote costs at least: the same framework reads the same request by the same schema, and answers as many bytes. Its
 * parent sends the answer, and hears the port.
 */
process.once('message', (answer) => void serve(answer));
process.once('disconnect', () => process.exit());

async function serve(answer: unknown): Promise<void> {
  const app = fastify();
  const schema = z.object(offerInquiry.request.shape);
  app.post('/quote', async (request) => {
    schema.parse(request.body);
    return answer;
  });
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
}
