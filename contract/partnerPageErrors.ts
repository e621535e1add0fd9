import type { ErrorDefinition } from './errors.ts';

/** Returns an error for refused access (HTTP 403). The log records the client. */
function forbidden(text: string): ErrorDefinition {
  return { respCode: '403', httpStatus: 403, place: 'server', text, retryable: false, log: 'info' };
}

function business(text: string): ErrorDefinition {
  return { respCode: '509', httpStatus: 200, place: 'server', text, retryable: false, log: 'none' };
}

/** Errors that only the pages of partners' people get. */
export const partnerPageErrors = {
  member_cross_site: forbidden('The partner pages only accept requests from their own pages.'),
  member_logged_out: forbidden('You are logged out. Log in again.'),
  member_not_for_role: forbidden('Only an owner may do this.'),
  member_read_only: forbidden('Your account is disabled: you can read everything, and change nothing.'),
  member_passkey_refused: forbidden('This passkey was not accepted. Use the one that you created for these pages.'),
  member_invitation_unknown: business('This invitation does not exist, was used, or has expired. Ask for a new one.'),
  members_full: business('You have {count} members and invitations, which is the maximum. Remove one first.'),
  last_owner: business('This is the last owner. Invite another owner first.'),
  change_refused: business('{reason}'),
  change_open: business('There is an open request of this kind. Withdraw it first, or wait for the decision.'),
  webhook_secret_missing: business('No events are sent until a webhook secret exists. Request one first.'),
  page_not_registered: business(
    '{origin} is not one of your allowed origins. Request it under Keys and origins first.',
  ),
  page_check_open: business('A page was checked just now. Wait ten seconds and try again.'),
  member_item_unknown: business('There is no {what} {name}.'),
} satisfies Record<string, ErrorDefinition>;
