import { expect, test } from 'vitest';
import { relaxPolicyForReloading } from './relaxPolicy.ts';

test('allows inline scripts and styles, and removes hashes that would disable them', () => {
  expect(relaxPolicyForReloading("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-abc='")).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'",
  );
});

test('removes the directives for trusted types', () => {
  expect(relaxPolicyForReloading("require-trusted-types-for 'script'; trusted-types slipway-worker")).toBe('');
});

test('keeps all other directives and adds the connection for reloading', () => {
  const policy = "img-src 'self' data:; frame-src https://acquirer.example; base-uri 'none'; frame-ancestors 'none'";
  expect(relaxPolicyForReloading(policy)).toBe(policy);
  expect(relaxPolicyForReloading("connect-src 'self' https://acquirer.example")).toBe(
    "connect-src 'self' https://acquirer.example ws:",
  );
});
