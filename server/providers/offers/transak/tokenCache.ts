import type { VendorAnswer } from '../callVendor.ts';

export type PartnerToken = { readonly value: string; readonly expiresAt: Date };

/**
 * Transak's tokens, newest first. A new token invalidates the previous one at once, for every process of the server.
 * Webhooks that were signed with previous tokens still arrive, so these are cached until their expiry.
 */
export type TokenCache = {
  /** Synchronous, because a webhook is verified at once. */
  tokens(): readonly PartnerToken[];
  /**
   * Returns a newer token than `former`. Calls `make` to request it, unless another caller has renewed the token.
   * Concurrent callers share one renewal.
   */
  renew(
    former: string | undefined,
    make: () => Promise<VendorAnswer<PartnerToken>>,
  ): Promise<VendorAnswer<PartnerToken>>;
};

/** The most cached tokens: as many as several processes may create in a week. */
const MAX_KEPT_TOKENS = 20;

/** Creates the token cache of one process. Other processes renew their token when it is rejected. */
export function createTokenCache(now: () => Date): TokenCache {
  let cached: readonly PartnerToken[] = [];
  let pending: Promise<VendorAnswer<PartnerToken>> | undefined;
  return {
    tokens: () => cached,
    renew(former, make) {
      const [newest] = cached;
      if (newest && newest.value !== former) return Promise.resolve({ kind: 'answered', body: newest });
      pending ??= make()
        .then((answer) => {
          if (answer.kind === 'answered')
            cached = [answer.body, ...cached.filter(({ expiresAt }) => expiresAt > now())].slice(0, MAX_KEPT_TOKENS);
          return answer;
        })
        .finally(() => {
          pending = undefined;
        });
      return pending;
    },
  };
}

/** A token that expires sooner is renewed before use. */
const RENEWAL_MARGIN_MS = 60 * 60_000;

/** Makes a call with the current token, or with a new one if there is none, it expires soon or Transak rejects it. */
export async function withToken<Body>(
  tokenCache: TokenCache,
  now: () => Date,
  make: () => Promise<VendorAnswer<PartnerToken>>,
  call: (token: string) => Promise<VendorAnswer<Body>>,
): Promise<VendorAnswer<Body>> {
  const [newest] = tokenCache.tokens();
  const isFresh = newest !== undefined && newest.expiresAt.getTime() - now().getTime() > RENEWAL_MARGIN_MS;
  if (isFresh) {
    const answer = await call(newest.value);
    if (answer.kind !== 'refused' || answer.status !== 401) return answer;
  }
  const renewed = await tokenCache.renew(newest?.value, make);
  return renewed.kind === 'answered' ? call(renewed.body.value) : renewed;
}
