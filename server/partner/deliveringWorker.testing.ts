import { repeat } from '../app/repeat.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { testPersonalKeys } from '../platform/personal/testPersonalKeys.testing.ts';
import { createWebhookPost } from '../platform/webhook/postWebhook.ts';
import { createEventDelivery } from './deliverEvents.ts';
import { keys, partnerAt } from './testPartner.testing.ts';

/** A worker that delivers and does nothing else, in a process that can be killed: its name, the database, the endpoints. */
const [, , worker = '', databaseUrl = '', endpoints = '{}'] = process.argv;
const partners = new Map(
  Object.entries(JSON.parse(endpoints) as Record<string, string>).map(([id, url]) => [id, partnerAt(id, url)]),
);
const log = createLog('silent');
const delivery = createEventDelivery({
  database: openDatabase(databaseUrl, { maxConnections: 8, personalKeys: testPersonalKeys() }),
  keys,
  partners: () => partners,
  post: createWebhookPost('public or loopback'),
  worker,
  random: Math.random,
  log,
});
repeat('events to partners', 20, delivery.round, log);
