import type { ErrorDefinition } from './errors.ts';

/** Refused whoever asks, or as long as they ask like this. The log says from where. */
function forbidden(text: string): ErrorDefinition {
  return { respCode: '403', httpStatus: 403, place: 'server', text, retryable: false, log: 'info' };
}

function business(text: string): ErrorDefinition {
  return { respCode: '509', httpStatus: 200, place: 'server', text, retryable: false, log: 'none' };
}

/** What only the operators' console is answered. */
export const consoleErrors = {
  console_elsewhere: forbidden('The console takes what its own pages send, and nothing else.'),
  console_left: forbidden('You have not entered, or were asked to leave. Please enter again.'),
  console_locked: forbidden(
    'The console is locked, since nobody has used it for a while. Please show again that it is you.',
  ),
  console_not_for_role: forbidden('This is for {roles}.'),
  sign_on_refused: forbidden('Single sign-on did not open the console: {reason}. Try again, or use your passkey.'),
  sign_on_unlinked: forbidden(
    'Your {provider} account is not linked to anyone who works in this console. Sign in with your passkey and link it under People. If you have no passkey, ask an admin for an invitation.',
  ),
  sign_on_unavailable: {
    respCode: '503',
    httpStatus: 503,
    place: 'server',
    text: '{provider} does not answer. Sign in with your passkey, or try single sign-on again later.',
    retryable: true,
    log: 'warn',
  },
  entry_refused: forbidden('That did not open the console: {reason}.'),
  statement_refused: business('What you have signed was not taken: {reason}.'),
  act_refused: business('{reason}'),
  invitation_unknown: business(
    'There is no such invitation, or it was used, or three days are over. Ask for another one.',
  ),
  not_found: business('There is no {what} {name}.'),
} satisfies Record<string, ErrorDefinition>;
