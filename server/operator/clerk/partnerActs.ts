import { type WebhookType, webhookExample, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import {
  newKeyWords,
  newSigningPair,
  readPublicKey,
  type SigningPair,
  writeKey,
} from '../../partner/api/partnerKey.ts';
import { insertNextKey } from '../../partner/api/partnerKeyStore.ts';
import { switchEndpointOn } from '../../partner/endpointStore.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { insertPartnerEvent } from '../../partner/partnerEventStore.ts';
import { type Replay, replayEvents } from '../../partner/replayStore.ts';
import { rotateSecret } from '../../partner/secretStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import { writeSecret } from '../../platform/webhook/signWebhook.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { CommandError } from '../commandError.ts';
import type { PartnerAction } from '../requestActions.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { requireEndpoint, requirePartner } from '../requirePartner.ts';
import { sealAnswer } from './answerKey.ts';
import type { ClerkAct } from './clerkActs.ts';
import { requireKeys } from './clerkContext.ts';

/** What is decided about a partner. What is made for one is sealed for whoever asked, and shown to them alone. */
export const partnerActs: Readonly<Record<PartnerAction, ClerkAct>> = {
  async 'partner-key'({ database }, request) {
    await requirePartner(database, request.subject);
    const { publicKey, privatePem } = signingKeyOf(request.input['publicKey'] ?? '');
    const words = newKeyWords();
    const pem = privatePem === '' ? [] : ['', privatePem.trim(), ''];
    const answer = await answerTo(request, [writeKey(words), ...pem, 'It is not shown again.']);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      await insertNextKey(transaction, { partnerId: request.subject, words, publicKey, atOnce });
      await audit(transaction, request, { keyId: words.keyId, atOnce });
      return answer;
    };
  },

  async 'rotate-secret'(context, request) {
    await requirePartner(context.database, request.subject);
    const { partnerSecrets } = requireKeys(context);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      const secret = await rotateSecret(transaction, partnerSecrets, request.subject, { atOnce });
      await audit(transaction, request, { atOnce });
      return answerTo(request, [writeSecret(secret), 'It is not shown again.']);
    };
  },

  async 'rotate-link-key'(context, request) {
    await requirePartner(context.database, request.subject);
    const { partnerSecrets } = requireKeys(context);
    return async (transaction) => {
      const atOnce = isAtOnce(request);
      const { id, secret } = await rotateLinkKey(transaction, partnerSecrets, request.subject, { atOnce });
      await audit(transaction, request, { atOnce });
      return answerTo(request, [id, secret.toString('base64url'), 'The second line is not shown again.']);
    };
  },

  async 'replay-events'({ database }, request) {
    await requirePartner(database, request.subject);
    await requireEndpoint(database, request.subject);
    const replay = replayOf(request.input);
    return async (transaction) => {
      const count = await replayEvents(transaction, request.subject, replay);
      await audit(transaction, request, replay);
      return `${count} ${count === 1 ? 'event goes' : 'events go'} out once more`;
    };
  },

  async 'test-events'({ database }, request) {
    const { subject: id } = request;
    await requirePartner(database, id);
    await requireEndpoint(database, id);
    const types = typesOf(request.input['type'] ?? '');
    return async (transaction) => {
      const now = await transactionTime(transaction);
      for (const type of types) await fireTest(transaction, id, type, now);
      await audit(transaction, request, { types });
      return `${types.length} tests go out: npm run operate -- partner ${id} shows what came of them`;
    };
  },

  async 'switch-on'({ database }, request) {
    const { subject: id } = request;
    await requirePartner(database, id);
    return async (transaction) => {
      const changed = await switchEndpointOn(transaction, id);
      await audit(transaction, request, {});
      return `the endpoint of ${id} ${changed ? 'is' : 'was'} on`;
    };
  },
};

function isAtOnce({ input }: OperatorRequest): boolean {
  return input['atOnce'] === 'yes';
}

async function answerTo({ input }: OperatorRequest, lines: readonly string[]): Promise<string> {
  return sealAnswer(input['answerKey'] ?? '', lines.join('\n')).catch(() => {
    throw new CommandError('it was asked for without a key to answer to');
  });
}

/** The public key that was handed in, or a new pair. */
function signingKeyOf(pem: string): SigningPair {
  if (pem === '') return newSigningPair();
  try {
    return { publicKey: readPublicKey(pem), privatePem: '' };
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
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

function replayOf({ event = '', from = '' }: OperatorRequest['input']): Replay {
  if (event !== '' && from === '') return { event };
  if (event === '' && /^\d{1,15}$/.test(from)) return { position: Number(from) };
  const time = /^\d{4}-\d{2}-\d{2}T/.test(from) ? new Date(from) : undefined;
  if (event !== '' || !time || Number.isNaN(time.getTime()))
    throw new CommandError('replay which? an event, or --from with a position or a time such as 2026-11-21T10:00:00Z');
  return { time };
}

async function audit(
  transaction: Transaction,
  { who, why, approvedBy, action, subject }: OperatorRequest,
  after: unknown,
): Promise<void> {
  const line = { who, why, approvedBy, action, subject: `partner ${subject}`, before: null, after };
  await appendAudit(transaction, line);
}
