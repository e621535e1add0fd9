import { randomBytes } from 'node:crypto';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The one token that counts: a new one ends it. */
export type PartnerTokens = {
  renew(): { readonly accessToken: string; readonly expiresAt: number };
  isGood(token: unknown): boolean;
  /** What webhooks are signed with. */
  present(): string;
};

export function createPartnerTokens(now: () => Date): PartnerTokens {
  let token = randomBytes(32).toString('base64url');
  let expiresAt = 0;
  return {
    renew() {
      token = randomBytes(32).toString('base64url');
      expiresAt = now().getTime() + WEEK_MS;
      return { accessToken: token, expiresAt: Math.floor(expiresAt / 1_000) };
    },
    isGood: (given) => given === token && now().getTime() < expiresAt,
    present: () => token,
  };
}
