import { afterEach, expect, test, vi } from 'vitest';
import { canAutofillPasskeys, canUsePasskeys } from './passkey.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['both', () => undefined, {}, true],
  ['no type', undefined, {}, false],
  ['a web view of an app that did not enable them', () => undefined, undefined, false],
])('passkeys in a browser with %s', async (_name, type, credentials, expected) => {
  vi.stubGlobal('PublicKeyCredential', type);
  vi.stubGlobal('navigator', { credentials });
  expect(canUsePasskeys()).toBe(expected);
  expect(await canAutofillPasskeys()).toBe(false);
});
