import { memberCall } from './memberCall.ts';

type Joining = { readonly code: string; readonly name: string; readonly email: string };

/** Logs in with a passkey, for which the browser asks the person. */
export async function logInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const options = await memberCall('logInOptions', {});
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const answered = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  await memberCall('logIn', { passkey: { id, rawId, type: 'public-key', response: answered } });
}

/** Creates a passkey, and joins the partner with it and the single-use code of an invitation. */
export async function joinWithPasskey(joining: Joining): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const options = await memberCall('joinOptions', joining);
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, response } = await startRegistration({ optionsJSON: options as unknown as Options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const created = { clientDataJSON, attestationObject, transports };
  await memberCall('join', { ...joining, passkey: { id, rawId, type: 'public-key', response: created } });
}

/** Returns the message for an error of the two functions above. */
export function formatPasskeyError(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'Your browser did not provide a passkey. Nothing was changed. Try again.';
  return error instanceof Error ? error.message : String(error);
}
