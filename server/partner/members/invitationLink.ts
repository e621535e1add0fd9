import { PARTNER_PAGES_PATH } from '../../platform/http/headers/securityHeaders.ts';

/** Length of an invitation code. It has 100 random bits. */
export const INVITATION_LETTERS = 20;

/** Returns the link of an invitation. Its code is in the fragment, which browsers send to no server. */
export function buildInvitationLink(publicUrl: string, code: string): string {
  return `${publicUrl}${PARTNER_PAGES_PATH}/join#${code}`;
}
