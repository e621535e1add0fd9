/** Whose codes are counted: those of one e-mail address, of one client, or all. */
export type CodeLimit = {
  readonly of: 'address' | 'client' | 'everybody';
  readonly most: number;
  readonly seconds: number;
};

export const RESEND_SECONDS = 60;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What may be sent within any such time. Codes are kept for the longest of them. */
export const codeLimits: readonly CodeLimit[] = [
  { of: 'address', most: 1, seconds: RESEND_SECONDS },
  { of: 'address', most: 5, seconds: HOUR },
  { of: 'address', most: 20, seconds: DAY },
  { of: 'client', most: 30, seconds: HOUR },
  { of: 'client', most: 100, seconds: DAY },
  // An attacker with many clients and many addresses would pass the other limits, and fill mailboxes and the operator's bill.
  { of: 'everybody', most: 2000, seconds: HOUR },
];

export const CODES_KEPT_SECONDS = Math.max(...codeLimits.map(({ seconds }) => seconds));
