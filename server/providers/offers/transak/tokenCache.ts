import type { VendorAnswer } from '../callVendor.ts';

export type PartnerToken = { readonly value: string; readonly expiresAt: Date };

/**
 * Transak's tokens, newest first. A new one invalidates the previous one at once, for every process of the server.
 * Webhooks signed before still arrive, so previous tokens are kept until they would have expired.
 */
export type TokenCache = {
  /** Synchronous, because a webhook is verified at once. */
  tokens(): readonly PartnerToken[];
  /**
   * Returns a newer token than `former`; calls `make` unless another caller has renewed it. Concurrent callers share
   * one renewal.
   */
  renew(
    former: string | undefined,
    make: () => Promise<VendorAnswer<PartnerToken>>,
  ): Promise<VendorAnswer<PartnerToken>>;
};

/** Number of tokens that several processes may create by renewals in a week. */
const MAX_KEPT_TOKENS = 20;

/** Creates a shelf for one process. Other processes renew their token when it is rejected. */
export function createTokenCache(now: () => Date): TokenCache {
  let shelf: readonly PartnerToken[] = [];
  let making: Promise<VendorAnswer<PartnerToken>> | undefined;
  return {
    tokens: () => shelf,
    renew(former, make) {
      const [newest] = shelf;
      if (newest && newest.value !== former) return Promise.resolve({ kind: 'answered', body: newest });
      making ??= make()
        .then((answer) => {
          if (answer.kind === 'answered')
            shelf = [answer.body, ...shelf.filter(({ expiresAt }) => expiresAt > now())].slice(0, MAX_KEPT_TOKENS);
          return answer;
        })
        .finally(() => {
          making = undefined;
        });
      return making;
    },
  };
}

/** A token that expires sooner is renewed before use. */
const RENEWAL_MARGIN_MS = 60 * 60_000;

/** Calls with the current token; if Transak rejects it, once more with a new one. */
export async function withToken<Body>(
  shelf: TokenCache,
  now: () => Date,
  make: () => Promise<VendorAnswer<PartnerToken>>,
  call: (token: string) => Promise<VendorAnswer<Body>>,
): Promise<VendorAnswer<Body>> {
  const [newest] = shelf.tokens();
  const isGood = newest !== undefined && newest.expiresAt.getTime() - now().getTime() > RENEWAL_MARGIN_MS;
  if (isGood) {
    const answer = await call(newest.value);
    if (answer.kind !== 'refused' || answer.status !== 401) return answer;
  }
  const renewed = await shelf.renew(newest?.value, make);
  return renewed.kind === 'answered' ? call(renewed.body.value) : renewed;
}
