import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/** A desk: what most persons at an operator sit at. */
export const DESK = { width: 1440, height: 900 };

/** Enters as somebody of the sandbox, by one press, whoever was in before. */
export async function enterAs(page: Page, consoleUrl: string, name: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/`);
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`, 'i') }).click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}.*look, keys`, 'i') })).toBeVisible();
}

/** An authenticator of the device itself, as Chromium plays one, whose holder is always there. */
export async function plugInAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
