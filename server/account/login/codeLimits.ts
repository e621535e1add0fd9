/**
 * A limit on login codes. `of` selects the codes that count:
 *
 * - `address`, `client`, `everybody`: codes without proof of work for unknown browsers, by email address, by client or
 *   in total.
 * - `…_with_work`: the same for codes with proof of work.
 * - `browser`, `browsers`: codes for one known browser and its email address, or for all known browsers.
 */
export type CodeLimit = {
  readonly of:
    | 'address'
    | 'client'
    | 'everybody'
    | 'address_with_work'
    | 'client_with_work'
    | 'everybody_with_work'
    | 'browser'
    | 'browsers';
  readonly most: number;
  readonly seconds: number;
};

export const RESEND_SECONDS = 60;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Minimum delay between codes without proof of work for unknown browsers at one address, regardless of load. */
export const resendLimit: CodeLimit = { of: 'address', most: 1, seconds: RESEND_SECONDS };

/**
 * Codes without proof of work for browsers that have not logged in to the address before. Beyond these, a code needs
 * proof of work.
 */
export const freeLimits: readonly CodeLimit[] = [
  { of: 'address', most: 3, seconds: HOUR },
  { of: 'address', most: 10, seconds: DAY },
  { of: 'client', most: 15, seconds: HOUR },
  { of: 'client', most: 50, seconds: DAY },
  { of: 'everybody', most: 1000, seconds: HOUR },
];

/**
 * Additional codes for proof of work. Without these limits, an attacker with many clients and much computing could fill
 * mailboxes and run up the operator's bill.
 */
export const proofOfWorkLimits: readonly CodeLimit[] = [
  { of: 'address_with_work', most: 1, seconds: RESEND_SECONDS },
  { of: 'address_with_work', most: 5, seconds: HOUR },
  { of: 'address_with_work', most: 20, seconds: DAY },
  { of: 'client_with_work', most: 30, seconds: HOUR },
  { of: 'client_with_work', most: 100, seconds: DAY },
  { of: 'everybody_with_work', most: 2000, seconds: HOUR },
];

/** Limits whose use raises the difficulty. The resend limit is excluded, because it does not indicate load. */
export const difficultyLimits = proofOfWorkLimits.filter(({ most }) => most > 1);

/**
 * Limits for browsers that have logged in to the address before. Codes for unknown browsers do not count here, so
 * exhausting the limits above does not lock out known browsers.
 */
export const knownBrowserLimits: readonly CodeLimit[] = [
  { of: 'browser', most: 1, seconds: RESEND_SECONDS },
  { of: 'browser', most: 5, seconds: HOUR },
  { of: 'browser', most: 20, seconds: DAY },
  { of: 'browsers', most: 2000, seconds: HOUR },
];

/** Codes are stored for the longest window of any limit. */
export const CODES_KEPT_SECONDS = Math.max(
  ...[...freeLimits, ...proofOfWorkLimits, ...knownBrowserLimits].map(({ seconds }) => seconds),
);
