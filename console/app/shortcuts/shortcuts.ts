import { consoleSections } from '../consoleSections.ts';
import type { SectionId } from '../sectionIds.ts';

export type ShortcutId =
  | 'find'
  | 'search'
  | 'next'
  | 'previous'
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
  | `go:${SectionId}`;

export type Shortcut = {
  readonly id: ShortcutId;
  /** As displayed: `⌘K`, `G T`, `J`. */
  readonly keys: string;
  readonly label: string;
  readonly where: 'Everywhere' | 'Go to' | 'Lists' | 'Order' | 'Reviews';
};

const NTH = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/**
 * Every key of the console. Letters select, or assign an item (`T`); they submit nothing. Submitting needs ⌘, or Ctrl on other
 * keyboards.
 */
export const shortcuts: readonly Shortcut[] = [
  { id: 'find', keys: '⌘K', label: 'Search or run a command', where: 'Everywhere' },
  { id: 'search', keys: '/', label: 'Search this page', where: 'Everywhere' },
  { id: 'back', keys: 'Esc', label: 'Back', where: 'Everywhere' },
  { id: 'send', keys: '⌘↵', label: 'Submit', where: 'Everywhere' },
  { id: 'allKeys', keys: '?', label: 'Keyboard shortcuts', where: 'Everywhere' },
  ...consoleSections.flatMap(({ id, title, letter }): Shortcut[] =>
    letter === undefined ? [] : [{ id: `go:${id}`, keys: `G ${letter}`, label: title, where: 'Go to' }],
  ),
  { id: 'next', keys: 'J', label: 'Next', where: 'Lists' },
  { id: 'previous', keys: 'K', label: 'Previous', where: 'Lists' },
  { id: 'open', keys: 'O', label: 'Open', where: 'Lists' },
  { id: 'take', keys: 'T', label: 'Assign to me', where: 'Lists' },
  { id: 'note', keys: 'N', label: 'Add a note', where: 'Lists' },
  { id: 'copyNumber', keys: 'C', label: 'Copy order number', where: 'Order' },
  ...NTH.map((n): Shortcut => ({ id: `nth${n}`, keys: String(n), label: `Tab or action ${n}`, where: 'Order' })),
  { id: 'another', keys: 'A', label: 'Another person', where: 'Reviews' },
  { id: 'same', keys: 'S', label: 'The same person', where: 'Reviews' },
  { id: 'ask', keys: 'Q', label: 'Ask the buyer', where: 'Reviews' },
];

export type KeyPress = {
  readonly key: string;
  /** ⌘ or Ctrl. */
  readonly command: boolean;
  readonly alt: boolean;
  /** Focus is in a field, where letters are text. */
  readonly typing: boolean;
};

export type ShortcutState = {
  /** When `G` was pressed, in ms; undefined if the previous key was not `G`. The next letter selects the section. */
  readonly goSince: number | undefined;
  readonly lettersOn: boolean;
};

/** How long `G` waits for its letter. */
const GO_MS = 1500;

const singleKeys = new Map(shortcuts.filter(({ keys }) => !keys.startsWith('G ')).map((row) => [row.keys, row.id]));
const goSequences = new Map(
  shortcuts.filter(({ keys }) => keys.startsWith('G ')).map((row) => [row.keys.slice(2), row.id]),
);

/** Returns the shortcut of a key press, `go` for the first key of a two-key sequence, or undefined for any other key. */
export function findShortcut(press: KeyPress, state: ShortcutState, nowMs: number): ShortcutId | 'go' | undefined {
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  if (press.alt) return undefined;
  if (press.command) return key === 'K' ? 'find' : key === 'Enter' ? 'send' : undefined;
  if (key === 'Escape') return 'back';
  if (press.typing || !state.lettersOn) return undefined;
  if (state.goSince !== undefined && nowMs - state.goSince < GO_MS) return goSequences.get(key);
  if (key === 'G') return 'go';
  return singleKeys.get(key);
}
