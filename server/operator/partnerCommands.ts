import { type WebhookType, webhookExample, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { countDeliveries, newestDeliveries } from '../partner/deliveryStore.ts';
import { type Endpoint, findEndpoint, switchEndpointOn } from '../partner/endpointStore.ts';
import type { Partner } from '../partner/partner.ts';
import { insertPartnerEvent } from '../partner/partnerEventStore.ts';
import { type Replay, replayEvents } from '../partner/replayStore.ts';
import { rotateSecret, secretDates } from '../partner/secretStore.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { randomToken } from '../platform/secrets.ts';
import { writeSecret } from '../platform/webhook/signWebhook.ts';
import { CommandError } from './asking.ts';
import type { Command, CommandContext } from './command.ts';
import { embedDoctor } from './embedDoctor.ts';
import { printTable } from './printTable.ts';
import { requirePartner } from './requirePartner.ts';

const SHOWN_DELIVERIES = 20;
const SHOWN_CHARACTERS = 80;

type PartnerCommand = 'partner' | 'embed-doctor' | 'rotate-secret' | 'replay-events' | 'test-events' | 'switch-on';

/** What an operator does about partners: the events that they are sent, and the page that they have. */
export const partnerCommands: Readonly<Record<PartnerCommand, Command>> = {
  partner: {
    usage: 'partner PARTNER',
    about: "where a partner's events go, which secrets sign them, how many stand where, and the newest deliveries",
    run: ({ database }, [id = '']) => showPartner(database, id),
  },
  'embed-doctor': embedDoctor,
  'rotate-secret': {
    usage: 'rotate-secret PARTNER [--at-once]',
    about:
      "makes a partner's next secret and shows it this once; the one before signs for 24 hours more, or with --at-once no longer",
    decides: true,
    async run(context, [id = '']) {
      const partner = await requirePartner(context.database, id);
      const atOnce = context.options['at-once'] === 'yes';
      if (!context.keys) throw new CommandError("SLIPWAY_SECRET is missing: set it to the server's");
      const { partnerSecrets } = context.keys;
      const secret = await decided(context, 'rotate-secret', partner, { atOnce }, (transaction) =>
        rotateSecret(transaction, partnerSecrets, id, { atOnce }),
      );
      return `${writeSecret(secret)}\nIt is not shown again.`;
    },
  },
  'replay-events': {
    usage: 'replay-events PARTNER EVENT | PARTNER --from POSITION|TIME',
    about: 'posts one event once more, or all since a position or a time such as 2026-11-21T10:00:00Z, by the same ids',
    decides: true,
    async run(context, [id = '', event = '']) {
      const partner = await requirePartner(context.database, id);
      await requireEndpoint(context.database, id);
      const replay = replayOf(event, context.options['from'] ?? '');
      const count = await decided(context, 'replay-events', partner, replay, (transaction) =>
        replayEvents(transaction, id, replay),
      );
      return `${count} ${count === 1 ? 'event goes' : 'events go'} out once more`;
    },
  },
  'test-events': {
    usage: 'test-events PARTNER [TYPE]',
    about: 'posts an event of each type, or of one, that says of itself that it is a test',
    decides: true,
    async run(context, [id = '', asked = '']) {
      const partner = await requirePartner(context.database, id);
      await requireEndpoint(context.database, id);
      const types = typesOf(asked);
      await decided(context, 'test-events', partner, { types }, async (transaction) => {
        const now = await context.database.now();
        for (const type of types) await fireTest(transaction, id, type, now);
      });
      return `${types.length} tests go out: npm run operate -- partner ${id} shows what came of them`;
    },
  },
  'switch-on': {
    usage: 'switch-on PARTNER',
    about: 'posts to an endpoint again that had said it was gone; what has waited goes out first',
    decides: true,
    async run(context, [id = '']) {
      const partner = await requirePartner(context.database, id);
      const changed = await decided(context, 'switch-on', partner, {}, (transaction) =>
        switchEndpointOn(transaction, id),
      );
      return changed ? `the endpoint of ${id} is on` : `the endpoint of ${id} was on`;
    },
  },
};

async function requireEndpoint(database: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database, id);
  if (!endpoint) throw new CommandError(`${id} has no secret yet: npm run operate -- rotate-secret ${id}`);
  return endpoint;
}

/** Does it, together with its line in the audit trail. */
async function decided<T>(
  { database, who, why }: CommandContext,
  action: PartnerCommand,
  { id }: Partner,
  after: unknown,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    const line = { who, why, approvedBy: null, action, subject: `partner ${id}`, before: null, after };
    await appendAudit(transaction, line);
    return result;
  });
}

async function fireTest(transaction: Transaction, partnerId: string, type: WebhookType, now: Date): Promise<void> {
  const id = `evt_${randomToken()}`;
  const body = JSON.stringify({ ...webhookExample(type), timestamp: now.toISOString(), test: true });
  await insertPartnerEvent(transaction, { id, partnerId, orderId: null, lane: id, sequence: 0, type, body });
}

function typesOf(asked: string): readonly WebhookType[] {
  const all = Object.keys(webhookTypes) as WebhookType[];
  if (asked === '') return all;
  const found = all.find((type) => type === asked);
  if (!found) throw new CommandError(`there is no event ${asked}: ${all.join(', ')}`);
  return [found];
}

function replayOf(event: string, from: string): Replay {
  if (event !== '' && from === '') return { event };
  if (event === '' && /^\d{1,15}$/.test(from)) return { position: Number(from) };
  const time = /^\d{4}-\d{2}-\d{2}T/.test(from) ? new Date(from) : undefined;
  if (event !== '' || !time || Number.isNaN(time.getTime()))
    throw new CommandError('replay which? an event, or --from with a position or a time such as 2026-11-21T10:00:00Z');
  return { time };
}

async function showPartner(database: Database, id: string): Promise<string> {
  const { webhookUrl } = await requirePartner(database, id);
  const endpoint = await findEndpoint(database, id);
  const secrets = await secretDates(database, id);
  const deliveries = await newestDeliveries(database, id, SHOWN_DELIVERIES);
  return [
    `address    ${webhookUrl ?? `none: npm run operate -- set partner ${id} webhookUrl=https://…`}`,
    `endpoint   ${stateOf(endpoint)}`,
    ...secrets.map(({ createdAt, retiresAt }) => `secret     ${signsFor(createdAt, retiresAt)}`),
    ...(await countDeliveries(database, id)).map(({ delivery, events }) => `events     ${delivery}: ${events}`),
    '',
    printTable(deliveries.map(({ answer, ...line }) => ({ ...line, answer: answer.slice(0, SHOWN_CHARACTERS) }))),
  ].join('\n');
}

function stateOf(endpoint: Endpoint | undefined): string {
  if (!endpoint) return 'none: it comes with the first secret';
  if (endpoint.offReason !== null) return `off: ${endpoint.offReason}`;
  return endpoint.slowedUntil ? `on, and rests until ${endpoint.slowedUntil.toISOString()}` : 'on';
}

function signsFor(createdAt: Date, retiresAt: Date | null): string {
  return `of ${createdAt.toISOString()}${retiresAt ? `, until ${retiresAt.toISOString()}` : ''}`;
}
