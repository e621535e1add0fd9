import type { Database, Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { insertMessage } from '../alertMessageStore.ts';
import { readAddresses } from '../duty/personAddressStore.ts';
import { queueMail } from '../mailOutboxStore.ts';
import { queuePushes, readSubscribed } from '../push/pushStore.ts';
import { mentionLetter, mentionMessage } from './mentionMessage.ts';
import { takeUntoldMentions, type UntoldMention, writeMentionTold } from './mentionStore.ts';

export type MentionContext = {
  readonly database: Database;
  readonly alertChannels: Pick<AlertChannels, 'push'>;
  readonly operatorName: string;
};

/**
 * Tells persons whom a note names, each once: by letter and by push, as far as they are reached by one. Neither the operator's
 * webhook nor anybody else is told, and nobody has to say that they have it.
 */
export async function tellMentions({ database, alertChannels, operatorName }: MentionContext): Promise<void> {
  await database.transaction(async (transaction) => {
    const untold = await takeUntoldMentions(transaction);
    if (untold.length === 0) return;
    const addresses = await readAddresses(transaction);
    const phones = alertChannels.push ? await readSubscribed(transaction) : new Map<string, readonly Buffer[]>();
    for (const mention of untold) {
      const mail = addresses.get(mention.person);
      if (mail !== undefined)
        await queueMail(transaction, {
          id: `mention:${mention.noteId}:${mention.person}`,
          recipient: mail,
          ...mentionLetter(mention, operatorName),
        });
      const message = await push(transaction, mention, phones.get(mention.person) ?? []);
      await writeMentionTold(transaction, mention, message);
    }
  });
}

/** The id of its message; null where the person has no phone. */
async function push(
  transaction: Transaction,
  mention: UntoldMention,
  phones: readonly Buffer[],
): Promise<string | null> {
  if (phones.length === 0) return null;
  const id = `msg_${randomToken()}`;
  await insertMessage(transaction, { id, kind: 'mention', body: mentionMessage(id, mention) }, false);
  // One does not stand for another: each is a topic of its own, of at most 32 characters (RFC 8030).
  await queuePushes(transaction, { message: id, topic: `mention-${mention.noteId}` }, phones);
  return id;
}
