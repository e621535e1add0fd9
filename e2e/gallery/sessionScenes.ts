import type { CallData } from '@slipway/contract/calls.ts';
import { expect } from '../world.ts';
import { answerCall, refuseCall } from './interceptedAnswers.ts';
import type { Scene } from './scene.ts';
import { openAsAnna, waitForPopup } from './sceneSetup.ts';

const DAY_MINUTES = 24 * 60;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Returns a session on each of two devices, a passkey, and the latest logins, one of which failed. */
function createSessions(): CallData<'sessionList'> {
  const here = { browser: 'Firefox', system: 'Windows', country: 'DE' };
  const phone = { browser: 'Safari', system: 'iPhone', country: 'FR' };
  return {
    sessions: [
      {
        ...here,
        sessionId: '7d1f4a6e-52c1-4b0e-9f0c-3f1d2a9b8c77',
        current: true,
        createdAt: minutesAgo(12),
        lastSeenAt: minutesAgo(0),
      },
      {
        ...phone,
        sessionId: '0b6d1f7c-8a4e-4f7b-9d55-6a1b0c2d3e4f',
        current: false,
        createdAt: minutesAgo(3 * DAY_MINUTES),
        lastSeenAt: minutesAgo(95),
      },
    ],
    passkeys: [
      {
        passkeyId: '3c2b1a09-8f7e-4d6c-9b5a-1f0e2d3c4b5a',
        browser: 'Safari',
        system: 'iPhone',
        createdAt: minutesAgo(3 * DAY_MINUTES),
        lastUsedAt: minutesAgo(95),
      },
    ],
    passkeysOffered: true,
    logins: [
      { ...here, outcome: 'logged_in', by: 'code', times: 1, at: minutesAgo(12) },
      { outcome: 'failed', by: 'code', times: 3, at: minutesAgo(40), browser: '', system: '', country: 'NL' },
      { ...phone, outcome: 'logged_in', by: 'passkey', times: 1, at: minutesAgo(3 * DAY_MINUTES) },
    ],
  };
}

export const sessionScenes: readonly Scene[] = [
  {
    name: 'settings-confirm',
    shows: 'A sensitive action asks for a new proof of the session',
    route: '/settings',
    arrive: async (page, world) => {
      await refuseCall(page, 'exportData', 'confirmation_needed');
      await openAsAnna(page, world, '/settings', 'Settings');
      await page.getByRole('button', { name: /^Download my data/ }).click();
      await waitForPopup(page);
    },
  },
  {
    name: 'sessions',
    shows: 'Where the buyer is logged in, and the latest logins',
    route: '/sessions',
    arrive: async (page, world) => {
      await answerCall(page, 'sessionList', createSessions());
      await openAsAnna(page, world, '/sessions', 'Devices and logins');
      await expect(page.getByText('A wrong code was entered 3 times')).toBeVisible();
    },
  },
  {
    name: 'sessions-end',
    shows: 'Asks for confirmation before logging out another device',
    route: '/sessions',
    arrive: async (page, world) => {
      await answerCall(page, 'sessionList', createSessions());
      await openAsAnna(page, world, '/sessions', 'Devices and logins');
      await page.getByRole('button', { name: 'Log out Safari, iPhone' }).click();
      await waitForPopup(page);
    },
  },
];
