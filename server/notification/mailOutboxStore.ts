import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import type { MailSender } from '../providers/mail/mailPort.ts';
import { type MailContent, openMailContent, sealMailContent } from './sealedMail.ts';

export type QueuedMail = {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
};

/** Queues an email in the same transaction as its event; an id is sent once. */
export async function queueMail(database: Queryable, mail: QueuedMail): Promise<void> {
  await database.run(sql`
    insert into mail_outbox (id, recipient, subject, body, created_at)
    values (${mail.id}, ${mail.recipient}, ${mail.subject}, ${mail.body}, slipway_now()) on conflict (id) do nothing`);
}

/** Queues an email that grants access to its reader: its text is sealed while it waits and erased after it was sent. */
export async function queueSealedMail(database: Queryable, sealingKeys: PurposeKeys, mail: QueuedMail): Promise<void> {
  await database.run(sql`
    insert into mail_outbox (id, recipient, subject, body, sealed, created_at)
    values (${mail.id}, ${mail.recipient}, '', '', ${sealMailContent(sealingKeys, mail.id, mail)}, slipway_now())
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
/** If a worker dies while sending, another one takes its emails after this. */
const LEASE_SECONDS = 30;

/** Sends queued emails. One may be sent twice if an answer is lost, with the same Message-ID. */
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
  const content = readMailContent(context, mail);
  if (!content) return closeMail(context.database, mail.id, 'refused');
  const outcome = await context.mail.send({
    messageId: mail.id.replaceAll(':', '.'),
    to: mail.recipient,
    subject: content.subject,
    text: content.body,
  });
  // A refused recipient is final like a delivery; everything else is retried when the lease expires.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') {
    await closeMail(context.database, mail.id, outcome.kind);
  }
  if (outcome.kind !== 'ok') context.log.warn({ mail: mail.id, outcome: outcome.kind }, 'mail not sent');
}

/** Returns the texts of an email; undefined if they were sealed with a secret that is no longer configured. */
function readMailContent({ keys, log }: OutboxContext, mail: StoredMail): MailContent | undefined {
  if (!mail.sealed) return mail;
  try {
    return openMailContent(keys.mailOutbox, mail.id, mail.sealed);
  } catch (error) {
    log.error({ mail: mail.id, error }, 'an email was sealed with another SLIPWAY_SECRET: it is never sent');
    return undefined;
  }
}

async function closeMail(database: Database, id: string, as: 'ok' | 'refused'): Promise<void> {
  await database.run(sql`
    update mail_outbox set sent_at = slipway_now(), sealed = null, refused = ${as === 'refused'} where id = ${id}`);
}
