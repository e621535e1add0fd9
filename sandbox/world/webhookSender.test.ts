import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { createFaults, faultSchema } from './faults.ts';
import { createWebhookSender } from './webhookSender.ts';

test('a webhook that is sent while another is delayed does not use up the next fault', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const faults = createFaults();
  const sender = createWebhookSender('stripe', faults);
  onTestFinished(() => sender.stop());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send = (body: string) => sender.send({ url, body, headers: () => ({}), subject: body });
  faults.replace(
    (['webhook_out_of_order', 'webhook_lost'] as const).map((effect) =>
      faultSchema.parse({ standIn: 'stripe', effect }),
    ),
  );

  send('delayed');
  send('overtaking');
  send('lost');
  await waitFor(() => expect(received).toEqual(['overtaking', 'delayed']));
  expect(faults.list()).toEqual([]);
});
