import type { ErrorDefinition } from './errors.ts';

/** Returns an error for refused access (HTTP 403). The log records the client. */
function forbidden(text: string): ErrorDefinition {
  return { respCode: '403', httpStatus: 403, place: 'server', text, retryable: false, log: 'info' };
}

function business(text: string): ErrorDefinition {
  return { respCode: '509', httpStatus: 200, place: 'server', text, retryable: false, log: 'none' };
}

/** Errors that only the operators' console gets. */
export const consoleErrors = {
  console_cross_site: forbidden('The console only accepts requests from its own pages.'),
  console_left: forbidden('You are signed out. Sign in again.'),
  console_locked: forbidden('The console was locked after a period of inactivity. Confirm that it is you.'),
  console_not_for_role: forbidden('Requires the {roles} role.'),
  sign_on_refused: forbidden('Single sign-on failed: {reason}. Try again, or use your passkey.'),
  sign_on_unlinked: forbidden(
    'Your {provider} account is not linked to a user of this console. Sign in with your passkey and link it under People. If you have no passkey, ask an admin for an invitation.',
  ),
  sign_on_unavailable: {
    respCode: '503',
    httpStatus: 503,
    place: 'server',
    text: '{provider} does not answer. Sign in with your passkey, or try single sign-on again later.',
    retryable: true,
    log: 'warn',
  },
  entry_refused: forbidden('Sign-in failed: {reason}.'),
  statement_refused: business('Your signed request was not accepted: {reason}.'),
  act_refused: business('{reason}'),
  invitation_unknown: business('This invitation does not exist, was used, or has expired. Ask for a new one.'),
  not_found: business('There is no {what} {name}.'),
} satisfies Record<string, ErrorDefinition>;
