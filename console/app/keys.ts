import type { PlaceId } from './placeIds.ts';
import { places } from './places.ts';

export type KeyId =
  | 'find'
  | 'search'
  | 'next'
  | 'former'
  | 'open'
  | 'back'
  | 'take'
  | 'note'
  | 'copyNumber'
  | 'another'
  | 'same'
  | 'ask'
  | 'send'
  | 'allKeys'
  | `nth${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `go:${PlaceId}`;

export type KeyRow = {
  readonly id: KeyId;
  /** As they are written: `⌘K`, `G T`, `J`. */
  readonly keys: string;
  readonly words: string;
  readonly where: 'Everywhere' | 'Go to' | 'Lists' | 'An order' | 'Reviews';
};

const NTH = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Every key of the console. Letters choose and never send; what sends has ⌘, or Ctrl where there is none. */
export const keyRows: readonly KeyRow[] = [
  { id: 'find', keys: '⌘K', words: 'find or do', where: 'Everywhere' },
  { id: 'search', keys: '/', words: 'search here', where: 'Everywhere' },
  { id: 'back', keys: 'Esc', words: 'back', where: 'Everywhere' },
  { id: 'send', keys: '⌘↵', words: 'send what is chosen', where: 'Everywhere' },
  { id: 'allKeys', keys: '?', words: 'all keys', where: 'Everywhere' },
  ...places.flatMap(({ id, title, letter }): KeyRow[] =>
    letter === undefined ? [] : [{ id: `go:${id}`, keys: `G ${letter}`, words: title, where: 'Go to' }],
  ),
  { id: 'next', keys: 'J', words: 'next', where: 'Lists' },
  { id: 'former', keys: 'K', words: 'former', where: 'Lists' },
  { id: 'open', keys: 'O', words: 'open', where: 'Lists' },
  { id: 'take', keys: 'T', words: 'take it', where: 'Lists' },
  { id: 'note', keys: 'N', words: 'write a note', where: 'Lists' },
  { id: 'copyNumber', keys: 'C', words: 'copy the number', where: 'An order' },
  ...NTH.map((n): KeyRow => ({ id: `nth${n}`, keys: String(n), words: `tab or way ${n}`, where: 'An order' })),
  { id: 'another', keys: 'A', words: 'another person', where: 'Reviews' },
  { id: 'same', keys: 'S', words: 'the same person', where: 'Reviews' },
  { id: 'ask', keys: 'Q', words: 'ask the buyer', where: 'Reviews' },
];

export type Press = {
  readonly key: string;
  /** ⌘ or Ctrl. */
  readonly command: boolean;
  readonly alt: boolean;
  /** In a field, where letters are text. */
  readonly typing: boolean;
};

export type KeyState = {
  /** When `G` was pressed, in ms: the next letter says where to. */
  readonly goSince: number | undefined;
  readonly lettersOn: boolean;
};

/** How long `G` waits for its letter. */
const GO_MS = 1500;

const single = new Map(keyRows.filter(({ keys }) => !keys.startsWith('G ')).map((row) => [row.keys, row.id]));
const ways = new Map(keyRows.filter(({ keys }) => keys.startsWith('G ')).map((row) => [row.keys.slice(2), row.id]));

/** What a press means: a key of the table, the beginning of a way, or nothing. */
export function meaningOf(press: Press, state: KeyState, nowMs: number): KeyId | 'go' | undefined {
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  if (press.alt) return undefined;
  if (press.command) return key === 'K' ? 'find' : key === 'Enter' ? 'send' : undefined;
  if (key === 'Escape') return 'back';
  if (press.typing || !state.lettersOn) return undefined;
  if (state.goSince !== undefined && nowMs - state.goSince < GO_MS) return ways.get(key);
  if (key === 'G') return 'go';
  return single.get(key);
}
