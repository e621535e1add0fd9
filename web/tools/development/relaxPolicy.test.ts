import { expect, test } from 'vitest';
import { relaxPolicyForReloading } from './relaxPolicy.ts';

test('a policy for reloading takes inline script and style, which a hash would rule out', () => {
  expect(relaxPolicyForReloading("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-abc='")).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'",
  );
});

test('scripts of the page and of the acquirer may make elements as they like', () => {
  expect(relaxPolicyForReloading("require-trusted-types-for 'script'; trusted-types slipway-worker")).toBe('');
});

test('everything else stays as it is', () => {
  const policy = "img-src 'self' data:; frame-src https://acquirer.example; base-uri 'none'; frame-ancestors 'none'";
  expect(relaxPolicyForReloading(policy)).toBe(policy);
  expect(relaxPolicyForReloading("connect-src 'self' https://acquirer.example")).toBe(
    "connect-src 'self' https://acquirer.example ws:",
  );
});
