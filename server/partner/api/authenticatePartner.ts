import type { IncomingHttpHeaders } from 'node:http';
import { machineNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { checkSignature, type SignatureKey, type SignedRequest } from '../../platform/signature/checkSignature.ts';
import type { Partner, Partners } from '../partner.ts';
import { useNonce } from './nonceStore.ts';
import { decodePublicKey, parsePartnerKey } from './partnerKey.ts';
import { findPartnerKey, recordKeyUse } from './partnerKeyStore.ts';

export type AuthenticationContext = { readonly database: Database; readonly partners: () => Partners };

export type AuthenticatedKey = SignatureKey & { readonly partner: Partner };

/** Headers that browsers set and pages cannot remove. Not `sec-fetch-mode`: Node's own fetch sends it too. */
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'cookie'];

/** Throws `from_browser` for a request from a browser: a key in a page is public. */
export function refuseBrowsers(headers: IncomingHttpHeaders): void {
  if (BROWSER_HEADERS.some((name) => headers[name] !== undefined)) throw new AppError('from_browser');
}

/**
 * Returns the key with its partner, and records the key's use, at most once an hour. Throws `partner_key_missing`,
 * `partner_key_unknown`, `partner_off` and `partner_key_retired`.
 */
export async function authenticatePartner(
  { database, partners }: AuthenticationContext,
  authorization: string | undefined,
): Promise<AuthenticatedKey> {
  if (authorization === undefined) throw new AppError('partner_key_missing');
  const keyParts = parsePartnerKey(authorization);
  const stored = keyParts && (await findPartnerKey(database, keyParts.keyId));
  if (!keyParts || !stored || !equalBytes(stored.secretHash, sha256(keyParts.secret)))
    throw new AppError('partner_key_unknown');
  const partner = partners().get(stored.partnerId);
  if (!partner) throw new AppError('partner_off');
  if (stored.isRetired) throw new AppError('partner_key_retired');
  if (stored.isUseStale) await recordKeyUse(database, stored.keyId);
  return { keyId: stored.keyId, publicKey: decodePublicKey(stored.publicKey), partner };
}

/** Verifies the request's signature, throws if it is invalid and uses up its nonce: a repeat throws `signature_replayed`. */
export async function requireSignature(
  { database }: Pick<AuthenticationContext, 'database'>,
  request: SignedRequest,
  key: SignatureKey,
): Promise<void> {
  const checked = checkSignature(request, key, machineNow());
  if (!(await useNonce(database, key.keyId, checked))) throw new AppError('signature_replayed');
}
