import { SignJWT } from 'jose';
import type { LinkKey } from '../../partner/linkKeyStore.ts';
import { randomToken } from '../../platform/secrets.ts';

/** Signs a link as a partner's server does with any JWT library. */
export async function signLink(
  key: LinkKey,
  claims: Readonly<Record<string, unknown>>,
  { now = new Date(), seconds = 300 }: { readonly now?: Date; readonly seconds?: number } = {},
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ iat: issuedAt, exp: issuedAt + seconds, jti: randomToken(), ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: key.id })
    .sign(key.secret);
}
