import { runPeriodically } from '../app/runPeriodically.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { testPersonalKeys } from '../platform/personal/testPersonalKeys.testing.ts';
import { createWebhookPoster } from '../platform/webhook/postWebhook.ts';
import { createEventDelivery } from './deliverEvents.ts';
import { createTestPartner, testKeys } from './testPartner.testing.ts';

/** A delivery worker in a separate process that can be killed. Arguments: its name, the database, the endpoints. */
const [, , worker = '', databaseUrl = '', endpoints = '{}'] = process.argv;
const partners = new Map(
  Object.entries(JSON.parse(endpoints) as Record<string, string>).map(([id, url]) => [id, createTestPartner(id, url)]),
);
const log = createLog('silent');
const delivery = createEventDelivery({
  database: openDatabase(databaseUrl, { maxConnections: 8, personalKeys: testPersonalKeys() }),
  keys: testKeys,
  partners: () => partners,
  post: createWebhookPoster('public or loopback'),
  worker,
  random: Math.random,
  log,
});
runPeriodically('events to partners', 20, delivery.round, log);
