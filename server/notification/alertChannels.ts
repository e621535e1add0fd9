import type { Environment } from '../platform/config/environment.ts';
import { readSecret } from '../platform/webhook/signWebhook.ts';
import { type PushIdentity, pushIdentityOf } from './push/pushIdentity.ts';

/** Where alerts are posted to, and the key that signs them. */
export type AlertWebhook = { readonly url: string; readonly key: Buffer };

/** Whom alerts reach besides the operator's list of them. */
export type AlertChannels = {
  readonly recipients: readonly string[];
  readonly webhook: AlertWebhook | undefined;
  /** What wakes goes to the browsers of persons too. */
  readonly push: PushIdentity | undefined;
};

type Named = Pick<Environment, 'ALERT_MAIL' | 'ALERT_WEBHOOK_URL' | 'ALERT_WEBHOOK_SECRET'> &
  Parameters<typeof pushIdentityOf>[0];

export function alertChannelsOf(environment: Named): AlertChannels {
  const { ALERT_MAIL, ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = environment;
  const webhook = url !== undefined && secret !== undefined ? { url, key: readSecret(secret) } : undefined;
  return { recipients: ALERT_MAIL, webhook, push: pushIdentityOf(environment) };
}
