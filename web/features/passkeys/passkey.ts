import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { CallData } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';

/** Returns true if this browser supports passkeys. Web views of apps that did not enable them may define only the type. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined;
}

/** Returns true if the browser offers passkeys in form autofill. */
export async function canAutofillPasskeys(): Promise<boolean> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * Returns a passkey's answer to the server's challenge. `inField`: waits for the buyer to choose a passkey from
 * autofill. Throws CallError, or the browser's error if the buyer cancels.
 */
async function requestAssertion({ inField }: { readonly inField: boolean }) {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('passkeyOptions', {}),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

export async function logInWithPasskey(options: { readonly inField: boolean }): Promise<CallData<'passkeyLogin'>> {
  return call('passkeyLogin', { passkey: await requestAssertion(options) });
}

/** Confirms the buyer of an old session with a passkey. */
export async function confirmWithPasskey(): Promise<void> {
  await call('confirmLogin', { passkey: await requestAssertion({ inField: false }) });
}

/** Creates a passkey for this account and registers it. */
export async function addPasskey(): Promise<void> {
  const options = await call('newPasskeyOptions', {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  await call('addPasskey', { passkey: await startRegistration({ optionsJSON }) });
}

/** Cancels a pending autofill request. */
export async function cancelAutofill(): Promise<void> {
  (await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony();
}
