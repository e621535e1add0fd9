import type { IncomingHttpHeaders } from 'node:http';
import { machineNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { checkSignature, type SignatureKey, type SignedRequest } from '../../platform/signature/checkSignature.ts';
import type { Partner, Partners } from '../partner.ts';
import { useNonce } from './nonceStore.ts';
import { publicKeyOf, readKey } from './partnerKey.ts';
import { findKey, noteUse } from './partnerKeyStore.ts';

export type AuthenticationContext = { readonly database: Database; readonly partners: () => Partners };

export type KeyHolder = SignatureKey & { readonly partner: Partner };

/** Headers that browsers set and pages cannot leave out. Node's own fetch sends `sec-fetch-mode`, which says nothing. */
const OF_BROWSERS = ['origin', 'sec-fetch-site', 'cookie'];

/** Throws `from_browser`: a key that a page holds is everybody's. */
export function refuseBrowsers(headers: IncomingHttpHeaders): void {
  if (OF_BROWSERS.some((name) => headers[name] !== undefined)) throw new AppError('from_browser');
}

/** Whose key it is. Throws `partner_key_missing`, `partner_key_unknown`, `partner_off` and `partner_key_retired`. */
export async function authenticate(
  { database, partners }: AuthenticationContext,
  authorization: string | undefined,
): Promise<KeyHolder> {
  if (authorization === undefined) throw new AppError('partner_key_missing');
  const words = readKey(authorization);
  const stored = words && (await findKey(database, words.keyId));
  if (!words || !stored || !equalBytes(stored.secretHash, sha256(words.secret)))
    throw new AppError('partner_key_unknown');
  const partner = partners().get(stored.partnerId);
  if (!partner) throw new AppError('partner_off');
  if (stored.isRetired) throw new AppError('partner_key_retired');
  if (stored.isUseStale) await noteUse(database, stored.keyId);
  return { keyId: stored.keyId, publicKey: publicKeyOf(stored.publicKey), partner };
}

/** Throws what is wrong with the request's signature. It is used up: the same request again is `signature_replayed`. */
export async function requireSignature(
  { database }: Pick<AuthenticationContext, 'database'>,
  request: SignedRequest,
  key: SignatureKey,
): Promise<void> {
  const checked = checkSignature(request, key, machineNow());
  if (!(await useNonce(database, key.keyId, checked))) throw new AppError('signature_replayed');
}
