import { expect, test, vi } from 'vitest';

const answers: ((answer: object) => void)[] = [];
vi.mock('../api/consoleCall.ts', () => ({
  setRefusalListener: () => undefined,
  consoleCall: async (name: string) =>
    name === 'start' ? new Promise((resolve) => answers.push(resolve)) : { credential: {}, now: NOW },
}));
vi.mock('../api/live.ts', () => ({ startLiveUpdates: () => undefined, stopLiveUpdates: () => undefined }));
vi.mock('./signStatement.ts', () => ({ signStatement: async () => ({}) }));

const NOW = '2026-11-30T10:00:00.000Z';
const LOCKED = {
  person: null,
  isLocked: true,
  operatorName: '',
  isTest: true,
  samplePersons: [],
  signOn: null,
  now: NOW,
};
const LOGGED_IN = { ...LOCKED, person: { name: 'sam', roles: ['support'] }, isLocked: false };

test('does not lock the page again if a response about the locked session arrives after the login', async () => {
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  vi.stubGlobal('location', { origin: 'https://console.example' });
  const { getLoginState, loadLoginState, logIn } = await import('./loginState.ts');
  const earlier = loadLoginState();
  const login = logIn('sam');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(LOGGED_IN);
  await login;
  answers[0]?.(LOCKED);
  await earlier;
  expect(getLoginState().state).toBe('in');
});
