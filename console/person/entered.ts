import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useSyncExternalStore } from 'react';
import { ConsoleCallError, consoleCall, listenToRefusals } from '../api/consoleCall.ts';
import { listenToNews, stopListening } from '../api/live.ts';
import { queryClient } from '../api/queryClient.ts';
import { observeServerTime } from '../api/serverClock.ts';
import { updateFrame } from '../app/frameState.ts';
import { signStatement } from './signStatement.ts';

type Start = ConsoleCallData<'start'>;
export type EnteredPerson = NonNullable<Start['person']>;
export type SamplePerson = Start['samplePersons'][number];

/** Who is at this console, as the server last said. `locked`: the screens stay, and wait for whoever was in. */
export type Entered = {
  readonly state: 'asking' | 'unreachable' | 'out' | 'in' | 'locked';
  readonly person: EnteredPerson | undefined;
  readonly operatorName: string;
  readonly isTest: boolean;
  readonly samplePersons: readonly SamplePerson[];
  /** The identity provider for single sign-on; null without one. */
  readonly signOn: Start['signOn'];
};

/** The name that was typed last, so that it need not be typed again. No secret. */
const NAME_KEY = 'slipway-console-name';
/** While somebody moves or types, the server hears of it this often. */
const STAY_MS = 60_000;

let entered: Entered = {
  state: 'asking',
  person: undefined,
  operatorName: '',
  isTest: false,
  samplePersons: [],
  signOn: null,
};
const listeners = new Set<() => void>();

export function useEntered(): Entered {
  return useSyncExternalStore(subscribe, () => entered);
}

export function lastName(): string {
  return localStorage.getItem(NAME_KEY) ?? '';
}

/** Asks who is in. Done at the start, and when the line was lost. */
export async function begin(): Promise<void> {
  try {
    show(await consoleCall('start', {}));
  } catch (error) {
    if (!(error instanceof ConsoleCallError)) throw error;
    update({ state: entered.person ? entered.state : 'unreachable' });
  }
}

/** Opens the console by a signature. Throws what the person reads where it does not open. */
export async function enterAs(name: string): Promise<void> {
  const { credential, keyId, previous, now } = await consoleCall('knock', { name });
  observeServerTime(now);
  const who = { name, keyId, credential, sampleKey: sampleKeyOf(name) };
  const saying = { act: 'enter', arguments: { console: location.origin }, reason: 'to work' };
  const statement = await signStatement(who, saying, { previous, now });
  await consoleCall('enter', { statement });
  localStorage.setItem(NAME_KEY, name);
  await begin();
}

/** Also at the server: a page that is loaded anew is locked too. */
async function lock(): Promise<void> {
  update({ state: 'locked' });
  await consoleCall('lock', {});
}

export async function leave(): Promise<void> {
  await consoleCall('leave', {});
  queryClient.clear();
  stopListening();
  update({ state: 'out', person: undefined });
}

/** Of the sandbox's persons alone. */
export function sampleKeyOf(name: string): string | undefined {
  return entered.samplePersons.find((person) => person.name === name)?.privateKey;
}

function show({ person, isLocked, operatorName, isTest, samplePersons, signOn, now }: Start): void {
  observeServerTime(now);
  const another = person !== null && entered.person !== undefined && entered.person.name !== person.name;
  if (another) queryClient.clear();
  const known = person ?? (isLocked ? entered.person : undefined);
  update({ state: stateOf(person, isLocked), person: known, operatorName, isTest, samplePersons, signOn });
  if (!person) return stopListening();
  updateFrame({
    session: { person, environment: { kind: isTest ? 'test' : 'live', operator: operatorName } },
    leave: () => void leave(),
    lock: () => void lock(),
    askAgain: () => void begin(),
  });
  listenToNews(() => void begin());
}

function stateOf(person: Start['person'], isLocked: boolean): Entered['state'] {
  if (person) return 'in';
  return isLocked ? 'locked' : 'out';
}

/** Hears when a session has ended or locked, and tells the server that somebody is here. */
export function watchSession(): void {
  listenToRefusals((key) => {
    if (key === 'console_locked') update({ state: 'locked' });
    if (key === 'console_left') {
      stopListening();
      update({ state: 'out', person: undefined });
    }
  });
  let told = Date.now();
  const stay = () => {
    if (entered.state !== 'in' || Date.now() - told < STAY_MS) return;
    told = Date.now();
    void consoleCall('stay', {}).catch(() => undefined);
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, stay, { passive: true });
}

function update(change: Partial<Entered>): void {
  entered = { ...entered, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
