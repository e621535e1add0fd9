import { type WebhookType, webhookExample, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { switchEndpointOn } from '../partner/endpointStore.ts';
import { rotateLinkKey } from '../partner/linkKeyStore.ts';
import { insertPartnerEvent } from '../partner/partnerEventStore.ts';
import { type Replay, replayEvents } from '../partner/replayStore.ts';
import { rotateSecret } from '../partner/secretStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type PurposeKeys, randomToken } from '../platform/secrets.ts';
import { writeSecret } from '../platform/webhook/signWebhook.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { embedDoctor } from './embedDoctor.ts';
import { decided, type PartnerCommand, requireEndpoint } from './partnerDecision.ts';
import { partnerKey } from './partnerKeyCommand.ts';
import { requirePartner } from './requirePartner.ts';
import { showPartner } from './showPartner.ts';

/** What an operator does about partners: the events that they are sent, and the page that they have. */
export const partnerCommands: Readonly<Record<PartnerCommand, Command>> = {
  partner: {
    usage: 'partner PARTNER',
    about:
      "a partner's keys; where its events go, which secrets sign them, how many stand where, and the newest deliveries",
    run: ({ database }, [id = '']) => showPartner(database, id),
  },
  'partner-key': partnerKey,
  'embed-doctor': embedDoctor,
  'rotate-secret': {
    usage: 'rotate-secret PARTNER [--at-once]',
    about:
      "makes a partner's next secret and shows it this once; the one before signs for 24 hours more, or with --at-once no longer",
    decides: 'does',
    async run(context, [id = '']) {
      const partner = await requirePartner(context.database, id);
      const atOnce = isAtOnce(context);
      const secret = await decided(context, 'rotate-secret', partner, { atOnce }, (transaction) =>
        rotateSecret(transaction, sealingKeys(context), id, { atOnce }),
      );
      return `${writeSecret(secret)}\nIt is not shown again.`;
    },
  },
  'rotate-link-key': {
    usage: 'rotate-link-key PARTNER [--at-once]',
    about:
      'makes the key that a partner signs its next links with and shows it this once; links of the one before open for 24 hours more, or with --at-once no longer',
    decides: 'does',
    async run(context, [id = '']) {
      const partner = await requirePartner(context.database, id);
      const atOnce = isAtOnce(context);
      const key = await decided(context, 'rotate-link-key', partner, { atOnce }, (transaction) =>
        rotateLinkKey(transaction, sealingKeys(context), id, { atOnce }),
      );
      return `${key.id}\n${key.secret.toString('base64url')}\nThe second line is not shown again.`;
    },
  },
  'replay-events': {
    usage: 'replay-events PARTNER EVENT | PARTNER --from POSITION|TIME',
    about: 'posts one event once more, or all since a position or a time such as 2026-11-21T10:00:00Z, by the same ids',
    decides: 'does',
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
    decides: 'does',
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
    decides: 'does',
    async run(context, [id = '']) {
      const partner = await requirePartner(context.database, id);
      const changed = await decided(context, 'switch-on', partner, {}, (transaction) =>
        switchEndpointOn(transaction, id),
      );
      return changed ? `the endpoint of ${id} is on` : `the endpoint of ${id} was on`;
    },
  },
};

function isAtOnce({ options }: CommandContext): boolean {
  return options['at-once'] === 'yes';
}

function sealingKeys({ keys }: CommandContext): PurposeKeys {
  if (!keys) throw new CommandError("SLIPWAY_SECRET is missing: set it to the server's");
  return keys.partnerSecrets;
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
