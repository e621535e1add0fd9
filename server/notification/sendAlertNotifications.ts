import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { randomToken } from '../platform/secrets.ts';
import { createWebhookPoster } from '../platform/webhook/postWebhook.ts';
import { buildWebhookHeaders } from '../platform/webhook/signWebhook.ts';
import { getWebhookRetryDelay } from '../platform/webhook/webhookRetry.ts';
import type { AlertWebhook } from './alertChannels.ts';
import { type AlertMessage, formatAlertMail, formatAlertWebhook } from './alertMessage.ts';
import {
  type DueAlertMessage,
  findDueAlertKinds,
  saveAlertMessage,
  saveWebhookAnswer,
  takeDueAlertMessages,
  takeUnnotifiedAlerts,
  tryLockAlertMessages,
} from './alertMessageStore.ts';
import { sendWakingAlerts, type WakingContext } from './duty/sendWakingAlerts.ts';
import { queueMail } from './mailOutboxStore.ts';

export type AlertNotificationContext = WakingContext & { readonly log: Log };

/** Posts to the operator's own address, which may be in a private network. */
const postToOperator = createWebhookPoster('any');

/**
 * Notifies people of alerts, one message per kind: waking alerts go to the people on duty, the others to all configured
 * recipients. The others wait while neither a recipient nor a webhook is configured.
 */
export async function sendAlertNotifications(context: AlertNotificationContext): Promise<void> {
  const { database, alertChannels, log } = context;
  const { webhook, recipients } = alertChannels;
  // A fault in the waking alerts must not delay the others or the webhook.
  const [waking] = await Promise.allSettled([
    database.transaction(async (transaction) => {
      if (await tryLockAlertMessages(transaction)) await sendWakingAlerts(context, transaction);
    }),
  ]);
  if (recipients.length > 0 || webhook)
    await database.transaction((transaction) => composeMessages(context, transaction));
  if (webhook) {
    const due = await takeDueAlertMessages(database);
    await Promise.all(due.map((message) => postAlert(database, webhook, message, log)));
  }
  if (waking.status === 'rejected') throw waking.reason;
}

async function composeMessages(
  { alertChannels, operatorName }: AlertNotificationContext,
  transaction: Transaction,
): Promise<void> {
  if (!(await tryLockAlertMessages(transaction))) return;
  for (const kind of await findDueAlertKinds(transaction)) {
    const alerts = await takeUnnotifiedAlerts(transaction, kind);
    const message: AlertMessage = { id: `msg_${randomToken()}`, kind, at: new Date(), alerts };
    const { id } = message;
    await saveAlertMessage(
      transaction,
      { id, kind, body: formatAlertWebhook(message) },
      alertChannels.webhook !== undefined,
    );
    const mail = formatAlertMail(message, operatorName);
    for (const [index, recipient] of alertChannels.recipients.entries())
      await queueMail(transaction, { id: `alert:${id}:${index}`, recipient, ...mail });
  }
}

/** Sends the same id and bytes on each try, so that a receiver can discard duplicates. Redirects are not followed. */
async function postAlert(
  database: Database,
  { url, key }: AlertWebhook,
  message: DueAlertMessage,
  log: Log,
): Promise<void> {
  const { id, body, tries } = message;
  const headers = buildWebhookHeaders([key], { id, at: new Date(), body });
  const { status, text } = await postToOperator({ url, headers, body });
  const isTaken = status !== null && status >= 200 && status < 300;
  const answer = status === null ? text : String(status);
  const againInSeconds = isTaken ? null : getWebhookRetryDelay(tries);
  await saveWebhookAnswer(database, id, { answer, isAccepted: isTaken, againInSeconds });
  if (!isTaken) log.warn({ message: id, answer, tries, againInSeconds }, 'the webhook did not accept an alert');
}
