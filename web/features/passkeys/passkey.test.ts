import { afterEach, expect, test, vi } from 'vitest';
import { canAutofillPasskeys, canUsePasskeys } from './passkey.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['type and credentials', true, () => undefined, {}],
  ['no type', false, undefined, {}],
  ['no credentials, like a web view', false, () => undefined, undefined],
])('a browser with %s can use passkeys: %s; none can autofill them', async (_name, expected, type, credentials) => {
  vi.stubGlobal('PublicKeyCredential', type);
  vi.stubGlobal('navigator', { credentials });
  expect(canUsePasskeys()).toBe(expected);
  expect(await canAutofillPasskeys()).toBe(false);
});
