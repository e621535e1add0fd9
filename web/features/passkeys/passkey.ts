import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { CallData } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';

/** Whether this browser has passkeys. In the web view of an app that did not enable them only the type may be defined. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

/** Whether it offers them among what it fills into a field. */
export async function offersInFields(): Promise<boolean> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * A passkey's answer to the server's question. `inField`: nothing is asked until the buyer chooses one in a field. Throws
 * CallError, and what the browser says where the buyer would rather not.
 */
async function answerOf({ inField }: { readonly inField: boolean }) {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('passkeyOptions', {}),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

export async function logInWithPasskey(way: { readonly inField: boolean }): Promise<CallData<'passkeyLogin'>> {
  return call('passkeyLogin', { passkey: await answerOf(way) });
}

/** Proves an old session again. */
export async function confirmWithPasskey(): Promise<void> {
  await call('confirmLogin', { passkey: await answerOf({ inField: false }) });
}

/** Has the browser make a passkey for this account, and keeps it. */
export async function addPasskey(): Promise<void> {
  const options = await call('newPasskeyOptions', {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  await call('addPasskey', { passkey: await startRegistration({ optionsJSON }) });
}

/** What waits for a choice in a field waits no longer. */
export async function stopAsking(): Promise<void> {
  (await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony();
}
