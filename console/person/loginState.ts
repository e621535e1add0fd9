import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useSyncExternalStore } from 'react';
import { consoleCall, setRefusalListener } from '../api/consoleCall.ts';
import { startLiveUpdates, stopLiveUpdates } from '../api/live.ts';
import { CallError } from '../api/postCall.ts';
import { queryClient } from '../api/queryClient.ts';
import { observeServerTime } from '../api/serverClock.ts';
import { updateFrame } from '../app/frameState.ts';
import { signStatement } from './signStatement.ts';

type StartData = ConsoleCallData<'start'>;
export type LoggedInPerson = NonNullable<StartData['person']>;
export type SamplePerson = StartData['samplePersons'][number];

/**
 * The login state that the server reported last; `asking` before its first answer; `unreachable` if it did not answer and no
 * person is known. `locked`: the screens stay until the same person logs in.
 */
export type LoginState = {
  readonly state: 'asking' | 'unreachable' | 'out' | 'in' | 'locked';
  readonly person: LoggedInPerson | undefined;
  readonly operatorName: string;
  readonly isTest: boolean;
  readonly samplePersons: readonly SamplePerson[];
  /** The identity provider for single sign-on; null without one. */
  readonly signOn: StartData['signOn'];
};

/** Stores the name of the last login, for the next one. Not a secret. */
const LAST_NAME_KEY = 'slipway-console-name';
/** Interval at which activity is reported to the server. */
const ACTIVITY_REPORT_MS = 60_000;

let loginState: LoginState = {
  state: 'asking',
  person: undefined,
  operatorName: '',
  isTest: false,
  samplePersons: [],
  signOn: null,
};
const listeners = new Set<() => void>();
/** Time of the last login, by `performance.now()`. Answers to calls sent earlier are about a former or locked session. */
let loggedInAt = 0;

export function useLoginState(): LoginState {
  return useSyncExternalStore(subscribe, getLoginState);
}

export function getLoginState(): LoginState {
  return loginState;
}

export function readLastLoginName(): string {
  return localStorage.getItem(LAST_NAME_KEY) ?? '';
}

/**
 * Loads the login state, and starts live updates if a person is logged in, or stops them. Ignores the answer if a login has
 * happened since the call was sent.
 */
export async function loadLoginState(): Promise<void> {
  const sentAt = performance.now();
  try {
    const answer = await consoleCall('start', {});
    if (sentAt >= loggedInAt) applyStartData(answer);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    updateLoginState({ state: loginState.person ? loginState.state : 'unreachable' });
  }
}

/** Logs in with a signed statement, and loads the login state. Throws if the person does not sign or the server refuses. */
export async function logIn(name: string): Promise<void> {
  const { credential, keyId, previous, now } = await consoleCall('knock', { name });
  observeServerTime(now);
  const who = { name, keyId, credential, sampleKey: findSampleKey(name) };
  const content = { act: 'enter', arguments: { console: location.origin }, reason: 'to work' };
  const statement = await signStatement(who, content, { previous, now });
  await consoleCall('enter', { statement });
  loggedInAt = performance.now();
  localStorage.setItem(LAST_NAME_KEY, name);
  await loadLoginState();
}

/** Locks the session at the server too, so that a reloaded page is also locked. */
async function lockSession(): Promise<void> {
  updateLoginState({ state: 'locked' });
  await consoleCall('lock', {});
}

export async function logOut(): Promise<void> {
  await consoleCall('leave', {});
  queryClient.clear();
  stopLiveUpdates();
  updateLoginState({ state: 'out', person: undefined });
}

/** Returns the key of a sample person; undefined for all others. */
export function findSampleKey(name: string): string | undefined {
  return loginState.samplePersons.find((person) => person.name === name)?.privateKey;
}

function applyStartData({ person, isLocked, operatorName, isTest, samplePersons, signOn, now }: StartData): void {
  observeServerTime(now);
  const isOtherPerson = person !== null && loginState.person !== undefined && loginState.person.name !== person.name;
  if (isOtherPerson) queryClient.clear();
  const shownPerson = person ?? (isLocked ? loginState.person : undefined);
  updateLoginState({
    state: computeLoginStatus(person, isLocked),
    person: shownPerson,
    operatorName,
    isTest,
    samplePersons,
    signOn,
  });
  if (!person) return stopLiveUpdates();
  updateFrame({
    session: { person, environment: { kind: isTest ? 'test' : 'live', operator: operatorName } },
    leave: () => void logOut(),
    lock: () => void lockSession(),
    retry: () => void loadLoginState(),
  });
  startLiveUpdates(() => void loadLoginState());
}

function computeLoginStatus(person: StartData['person'], isLocked: boolean): LoginState['state'] {
  if (person) return 'in';
  return isLocked ? 'locked' : 'out';
}

/** Updates the login state when a session has ended or locked, and reports activity to the server. */
export function watchSession(): void {
  setRefusalListener((key, sentAt) => {
    if (sentAt < loggedInAt) return;
    if (key === 'console_locked') updateLoginState({ state: 'locked' });
    if (key === 'console_left') {
      stopLiveUpdates();
      updateLoginState({ state: 'out', person: undefined });
    }
  });
  let reportedAt = Date.now();
  const reportActivity = () => {
    if (loginState.state !== 'in' || Date.now() - reportedAt < ACTIVITY_REPORT_MS) return;
    reportedAt = Date.now();
    void consoleCall('stay', {}).catch(() => undefined);
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, reportActivity, { passive: true });
}

function updateLoginState(change: Partial<LoginState>): void {
  loginState = { ...loginState, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
