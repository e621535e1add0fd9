import type { VendorAnswer } from '../callVendor.ts';

export type PartnerToken = { readonly value: string; readonly expiresAt: Date };

/**
 * Transak's tokens, newest first. A new one ends the former at once, for every process of the server; what was signed
 * before still comes, so that the former ones are kept as long as they would have been good.
 */
export type TokenShelf = {
  /** Without waiting: a webhook is verified at once. */
  tokens(): readonly PartnerToken[];
  /** A newer one than `former`, made unless somebody else has made it; whoever comes meanwhile waits for the same. */
  renew(
    former: string | undefined,
    make: () => Promise<VendorAnswer<PartnerToken>>,
  ): Promise<VendorAnswer<PartnerToken>>;
};

/** As many as a week of renewing by several processes may leave. */
const KEPT = 20;

/** Of one process. Others renew for themselves when theirs is refused. */
export function processShelf(now: () => Date): TokenShelf {
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
            shelf = [answer.body, ...shelf.filter(({ expiresAt }) => expiresAt > now())].slice(0, KEPT);
          return answer;
        })
        .finally(() => {
          making = undefined;
        });
      return making;
    },
  };
}

/** A token that runs out sooner is renewed before it is used. */
const RESERVE_MS = 60 * 60_000;

/** Calls with the present token, and once more with a new one where Transak does not take it. */
export async function withToken<Body>(
  shelf: TokenShelf,
  now: () => Date,
  make: () => Promise<VendorAnswer<PartnerToken>>,
  call: (token: string) => Promise<VendorAnswer<Body>>,
): Promise<VendorAnswer<Body>> {
  const [newest] = shelf.tokens();
  const isGood = newest !== undefined && newest.expiresAt.getTime() - now().getTime() > RESERVE_MS;
  if (isGood) {
    const answer = await call(newest.value);
    if (answer.kind !== 'refused' || answer.status !== 401) return answer;
  }
  const renewed = await shelf.renew(newest?.value, make);
  return renewed.kind === 'answered' ? call(renewed.body.value) : renewed;
}
