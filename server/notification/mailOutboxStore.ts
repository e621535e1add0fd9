import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import type { MailSender } from '../providers/mail/mailPort.ts';
import { type Letter, openLetter, sealLetter } from './sealedLetter.ts';

export type QueuedMail = {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
};

/** Commits with what it speaks of; the same id is sent once. */
export async function queueMail(database: Queryable, mail: QueuedMail): Promise<void> {
  await database.run(sql`
    insert into mail_outbox (id, recipient, subject, body, created_at)
    values (${mail.id}, ${mail.recipient}, ${mail.subject}, ${mail.body}, slipway_now()) on conflict (id) do nothing`);
}

/** For a letter that opens something to whoever reads it: its text is sealed while it waits, and gone once it was sent. */
export async function queueSealedMail(database: Queryable, sealingKeys: PurposeKeys, mail: QueuedMail): Promise<void> {
  await database.run(sql`
    insert into mail_outbox (id, recipient, subject, body, sealed, created_at)
    values (${mail.id}, ${mail.recipient}, '', '', ${sealLetter(sealingKeys, mail.id, mail)}, slipway_now())
    on conflict (id) do nothing`);
}

export type OutboxContext = {
  readonly database: Database;
  readonly mail: MailSender;
  readonly keys: Pick<Keys, 'mailOutbox'>;
  readonly log: Log;
};

type StoredMail = QueuedMail & { readonly sealed: Buffer | null };

const BATCH = 20;
/** A worker that dies while sending leaves its mails to others after this. */
const LEASE_SECONDS = 30;

/** Sends what waits. A message may go out twice when an answer is lost: its Message-ID is the same then. */
export async function sendQueuedMail(context: OutboxContext): Promise<void> {
  const due = await context.database.many<StoredMail>(sql`
    update mail_outbox set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id in (
      select id from mail_outbox where sent_at is null and (leased_until is null or leased_until < clock_timestamp())
      order by created_at limit ${BATCH} for update skip locked
    ) returning id, recipient, subject, body, sealed`);
  await Promise.all(due.map((mail) => sendOne(context, mail)));
}

async function sendOne(context: OutboxContext, mail: StoredMail): Promise<void> {
  const letter = letterOf(context, mail);
  if (!letter) return closeMail(context.database, mail.id, 'refused');
  const outcome = await context.mail.send({
    messageId: mail.id.replaceAll(':', '.'),
    to: mail.recipient,
    subject: letter.subject,
    text: letter.body,
  });
  // A refused recipient is as final as a delivery; everything else is tried again when the lease ends.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') {
    await closeMail(context.database, mail.id, outcome.kind);
  }
  if (outcome.kind !== 'ok') context.log.warn({ mail: mail.id, outcome: outcome.kind }, 'mail not sent');
}

/** Undefined for one that was sealed by a secret that is no longer ours: it can never be sent. */
function letterOf({ keys, log }: OutboxContext, mail: StoredMail): Letter | undefined {
  if (!mail.sealed) return mail;
  try {
    return openLetter(keys.mailOutbox, mail.id, mail.sealed);
  } catch (error) {
    log.error({ mail: mail.id, error }, 'mail is sealed by another SLIPWAY_SECRET');
    return undefined;
  }
}

async function closeMail(database: Database, id: string, as: 'ok' | 'refused'): Promise<void> {
  await database.run(sql`
    update mail_outbox set sent_at = slipway_now(), sealed = null, refused = ${as === 'refused'} where id = ${id}`);
}
