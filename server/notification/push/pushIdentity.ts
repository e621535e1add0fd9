import type { Environment } from '../../platform/config/environment.ts';

/** Identifies the sender to push services (VAPID, RFC 8292). */
export type PushIdentity = { readonly publicKey: string; readonly privateKey: string; readonly subject: string };

/** Returns undefined if push is not configured. */
export function readPushIdentity({
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_PRIVATE_KEY: privateKey,
  WEB_PUSH_SUBJECT: subject,
}: Pick<Environment, 'WEB_PUSH_PUBLIC_KEY' | 'WEB_PUSH_PRIVATE_KEY' | 'WEB_PUSH_SUBJECT'>): PushIdentity | undefined {
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return undefined;
  return { publicKey, privateKey, subject };
}
