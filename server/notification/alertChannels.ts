import type { Environment } from '../platform/config/environment.ts';
import { parseWebhookSecret } from '../platform/webhook/signWebhook.ts';
import { type PushIdentity, readPushIdentity } from './push/pushIdentity.ts';

/** The URL that alerts are posted to, and the key that signs them. */
export type AlertWebhook = { readonly url: string; readonly key: Buffer };

/** Where alerts are sent in addition to the console's list. */
export type AlertChannels = {
  readonly recipients: readonly string[];
  readonly webhook: AlertWebhook | undefined;
  /** Waking alerts are also pushed to operators' browsers. */
  readonly push: PushIdentity | undefined;
};

type AlertVariables = Pick<Environment, 'ALERT_MAIL' | 'ALERT_WEBHOOK_URL' | 'ALERT_WEBHOOK_SECRET'> &
  Parameters<typeof readPushIdentity>[0];

export function readAlertChannels(environment: AlertVariables): AlertChannels {
  const { ALERT_MAIL, ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = environment;
  const webhook = url !== undefined && secret !== undefined ? { url, key: parseWebhookSecret(secret) } : undefined;
  return { recipients: ALERT_MAIL, webhook, push: readPushIdentity(environment) };
}
