import type { Environment } from '../../platform/config/environment.ts';

/** By which push services know who sends (VAPID, RFC 8292). */
export type PushIdentity = { readonly publicKey: string; readonly privateKey: string; readonly subject: string };

/** Undefined where nobody is told by push. */
export function pushIdentityOf({
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_PRIVATE_KEY: privateKey,
  WEB_PUSH_SUBJECT: subject,
}: Pick<Environment, 'WEB_PUSH_PUBLIC_KEY' | 'WEB_PUSH_PRIVATE_KEY' | 'WEB_PUSH_SUBJECT'>): PushIdentity | undefined {
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return undefined;
  return { publicKey, privateKey, subject };
}
