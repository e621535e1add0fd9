import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { randomToken } from '../platform/secrets.ts';
import { createWebhookPost } from '../platform/webhook/postWebhook.ts';
import { webhookHeaders } from '../platform/webhook/signWebhook.ts';
import { againAfter } from '../platform/webhook/triesAgain.ts';
import type { AlertWebhook } from './alertChannels.ts';
import { type AlertMessage, alertLetter, webhookBody } from './alertMessage.ts';
import {
  type DueMessage,
  dueKinds,
  insertMessage,
  mayCompose,
  takeDueMessages,
  takeUntold,
  writeAnswer,
} from './alertMessageStore.ts';
import { type WakingContext, wakePersons } from './duty/wakePersons.ts';
import { queueMail } from './mailOutboxStore.ts';

export type TellingContext = WakingContext & { readonly log: Log };

/** The operator's own address: it may well lie in the operator's own network. */
const postToOperator = createWebhookPost('any');

/**
 * Tells people of alerts, one message for all of a kind: of what wakes, whoever is on duty; of the rest, everybody who is
 * named. Nothing where nobody is.
 */
export async function tellAlerts(context: TellingContext): Promise<void> {
  const { database, alertChannels, log } = context;
  const { webhook, recipients } = alertChannels;
  // Neither the rest nor the webhook waits for a fault in what wakes.
  const [woken] = await Promise.allSettled([
    database.transaction(async (transaction) => {
      if (await mayCompose(transaction)) await wakePersons(context, transaction);
    }),
  ]);
  if (recipients.length > 0 || webhook)
    await database.transaction((transaction) => composeMessages(context, transaction));
  if (webhook) {
    const due = await takeDueMessages(database);
    await Promise.all(due.map((message) => post(database, webhook, message, log)));
  }
  if (woken.status === 'rejected') throw woken.reason;
}

async function composeMessages(
  { alertChannels, operatorName }: TellingContext,
  transaction: Transaction,
): Promise<void> {
  if (!(await mayCompose(transaction))) return;
  for (const kind of await dueKinds(transaction)) {
    const alerts = await takeUntold(transaction, kind);
    const message: AlertMessage = { id: `msg_${randomToken()}`, kind, at: new Date(), alerts };
    const { id } = message;
    await insertMessage(transaction, { id, kind, body: webhookBody(message) }, alertChannels.webhook !== undefined);
    const letter = alertLetter(message, operatorName);
    for (const [index, recipient] of alertChannels.recipients.entries())
      await queueMail(transaction, { id: `alert:${id}:${index}`, recipient, ...letter });
  }
}

/** The same id and bytes each time, so that a receiver may drop what it has. An address that moves is not followed. */
async function post(database: Database, { url, key }: AlertWebhook, message: DueMessage, log: Log): Promise<void> {
  const { id, body, tries } = message;
  const headers = webhookHeaders([key], { id, at: new Date(), body });
  const { status, text } = await postToOperator({ url, headers, body });
  const isTaken = status !== null && status >= 200 && status < 300;
  const answer = status === null ? text : String(status);
  const againInSeconds = isTaken ? null : againAfter(tries);
  await writeAnswer(database, id, { answer, isTaken, againInSeconds });
  if (!isTaken) log.warn({ message: id, answer, tries, againInSeconds }, 'an alert was not taken by the webhook');
}
