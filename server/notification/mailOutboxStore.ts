import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { MailSender } from '../providers/mail/mailPort.ts';

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

const BATCH = 20;
/** A worker that dies while sending leaves its mails to others after this. */
const LEASE_SECONDS = 30;

/** Sends what waits. A message may go out twice when an answer is lost: its Message-ID is the same then. */
export async function sendQueuedMail(database: Database, sender: MailSender, log: Log): Promise<void> {
  const due = await database.many<QueuedMail>(sql`
    update mail_outbox set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id in (
      select id from mail_outbox where sent_at is null and (leased_until is null or leased_until < clock_timestamp())
      order by created_at limit ${BATCH} for update skip locked
    ) returning id, recipient, subject, body`);
  await Promise.all(due.map((mail) => sendOne(database, sender, log, mail)));
}

async function sendOne(database: Database, sender: MailSender, log: Log, mail: QueuedMail): Promise<void> {
  const outcome = await sender.send({
    messageId: mail.id.replaceAll(':', '.'),
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
  });
  // A refused recipient is as final as a delivery; everything else is tried again when the lease ends.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') {
    await database.run(sql`update mail_outbox set sent_at = slipway_now() where id = ${mail.id}`);
  }
  if (outcome.kind !== 'ok') log.warn({ mail: mail.id, outcome: outcome.kind }, 'mail not sent');
}
