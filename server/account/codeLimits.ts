/**
 * Whose codes are counted: those of strangers for one e-mail address, from one client, or all of them; those of one known
 * browser for its address, or of all known browsers.
 */
export type CodeLimit = {
  readonly of: 'address' | 'client' | 'everybody' | 'browser' | 'browsers';
  readonly most: number;
  readonly seconds: number;
};

export const RESEND_SECONDS = 60;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What may be sent within any such time to browsers that have not logged in as the address before. */
export const strangerLimits: readonly CodeLimit[] = [
  { of: 'address', most: 1, seconds: RESEND_SECONDS },
  { of: 'address', most: 5, seconds: HOUR },
  { of: 'address', most: 20, seconds: DAY },
  { of: 'client', most: 30, seconds: HOUR },
  { of: 'client', most: 100, seconds: DAY },
  // An attacker with many clients and many addresses would pass the other limits, and fill mailboxes and the operator's bill.
  { of: 'everybody', most: 2000, seconds: HOUR },
];

/**
 * For a browser that has logged in as the address before. Strangers count in none of them: whoever uses up the limits above,
 * a victim's or everybody's, keeps no such browser out.
 */
export const knownBrowserLimits: readonly CodeLimit[] = [
  { of: 'browser', most: 1, seconds: RESEND_SECONDS },
  { of: 'browser', most: 5, seconds: HOUR },
  { of: 'browser', most: 20, seconds: DAY },
  { of: 'browsers', most: 2000, seconds: HOUR },
];

/** Codes are kept for the longest time that a limit looks back. */
export const CODES_KEPT_SECONDS = Math.max(...[...strangerLimits, ...knownBrowserLimits].map(({ seconds }) => seconds));
