import type { Database, Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { saveAlertMessage } from '../alertMessageStore.ts';
import { readPersonAddresses } from '../duty/personAddressStore.ts';
import { queueMail } from '../mailOutboxStore.ts';
import { queuePushes, readActiveSubscriptions } from '../push/pushStore.ts';
import { formatMentionMail, formatMentionMessage } from './formatMentionMessage.ts';
import { markMentionNotified, takeUnnotifiedMentions, type UnnotifiedMention } from './mentionStore.ts';

export type MentionContext = {
  readonly database: Database;
  readonly alertChannels: Pick<AlertChannels, 'push'>;
  readonly operatorName: string;
};

/**
 * Notifies each person mentioned in a note once, by email if they have an address and by push if they have a subscription. The
 * operator's webhook receives nothing, and no acknowledgement is needed.
 */
export async function sendMentionNotifications({
  database,
  alertChannels,
  operatorName,
}: MentionContext): Promise<void> {
  await database.transaction(async (transaction) => {
    const unnotified = await takeUnnotifiedMentions(transaction);
    if (unnotified.length === 0) return;
    const addresses = await readPersonAddresses(transaction);
    const phones = alertChannels.push
      ? await readActiveSubscriptions(transaction)
      : new Map<string, readonly Buffer[]>();
    for (const mention of unnotified) {
      const mail = addresses.get(mention.person);
      if (mail !== undefined)
        await queueMail(transaction, {
          id: `mention:${mention.noteId}:${mention.person}`,
          recipient: mail,
          ...formatMentionMail(mention, operatorName),
        });
      const message = await queueMentionPush(transaction, mention, phones.get(mention.person) ?? []);
      await markMentionNotified(transaction, mention, message);
    }
  });
}

/** Queues a push and returns its message id; null if the person has no subscription. */
async function queueMentionPush(
  transaction: Transaction,
  mention: UnnotifiedMention,
  phones: readonly Buffer[],
): Promise<string | null> {
  if (phones.length === 0) return null;
  const id = `msg_${randomToken()}`;
  await saveAlertMessage(transaction, { id, kind: 'mention', body: formatMentionMessage(id, mention) }, false);
  // Each mention has its own topic, so that it does not replace another one; at most 32 characters (RFC 8030).
  await queuePushes(transaction, { message: id, topic: `mention-${mention.noteId}` }, phones);
  return id;
}
