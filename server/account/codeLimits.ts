/**
 * Whose codes are counted: those of strangers for one e-mail address, from one client, or all of them; the same of strangers
 * whose browser has worked for it; those of one known browser for its address, or of all known browsers.
 */
export type CodeLimit = {
  readonly of:
    | 'address'
    | 'client'
    | 'everybody'
    | 'worked_address'
    | 'worked_client'
    | 'worked_everybody'
    | 'browser'
    | 'browsers';
  readonly most: number;
  readonly seconds: number;
};

export const RESEND_SECONDS = 60;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A stranger's next code waits for it, whether there is pressure or not. */
export const resendLimit: CodeLimit = { of: 'address', most: 1, seconds: RESEND_SECONDS };

/** What browsers that have not logged in as the address before get for nothing. Beyond it a code takes work. */
export const freeLimits: readonly CodeLimit[] = [
  { of: 'address', most: 3, seconds: HOUR },
  { of: 'address', most: 10, seconds: DAY },
  { of: 'client', most: 15, seconds: HOUR },
  { of: 'client', most: 50, seconds: DAY },
  { of: 'everybody', most: 1000, seconds: HOUR },
];

/**
 * What they get for work besides. An attacker with many clients, many addresses and much computing would pass the limits
 * above, and fill mailboxes and the operator's bill.
 */
export const workedLimits: readonly CodeLimit[] = [
  { of: 'worked_address', most: 1, seconds: RESEND_SECONDS },
  { of: 'worked_address', most: 5, seconds: HOUR },
  { of: 'worked_address', most: 20, seconds: DAY },
  { of: 'worked_client', most: 30, seconds: HOUR },
  { of: 'worked_client', most: 100, seconds: DAY },
  { of: 'worked_everybody', most: 2000, seconds: HOUR },
];

/** Those by which the work grows: a resend's moment says nothing of pressure. */
export const pressedLimits = workedLimits.filter(({ most }) => most > 1);

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
export const CODES_KEPT_SECONDS = Math.max(
  ...[...freeLimits, ...workedLimits, ...knownBrowserLimits].map(({ seconds }) => seconds),
);
