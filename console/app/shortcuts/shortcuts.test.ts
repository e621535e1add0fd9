import { expect, test } from 'vitest';
import { findShortcut, type KeyPress, type ShortcutState, shortcuts } from './shortcuts.ts';

const idle: ShortcutState = { goSince: undefined, lettersOn: true };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  command: false,
  alt: false,
  typing: false,
  ...more,
});

test('assigns each key once', () => {
  const keys = shortcuts.map((row) => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('maps each key of the table to its shortcut', () => {
  for (const { id, keys } of shortcuts) {
    const command = keys.startsWith('⌘');
    const goSince = keys.startsWith('G ') ? 0 : undefined;
    const key = keys
      .replace(/^(?:⌘|G )/, '')
      .replace('↵', 'Enter')
      .replace('Esc', 'Escape');
    expect(findShortcut(press(key, { command }), { ...idle, goSince }, 1)).toBe(id);
  }
});

test('matches letters in either case, and ignores them while the person types or holds Alt, except ⌘K while typing', () => {
  expect(findShortcut(press('j'), idle, 0)).toBe('next');
  expect(findShortcut(press('j', { typing: true }), idle, 0)).toBeUndefined();
  expect(findShortcut(press('k', { typing: true, command: true }), idle, 0)).toBe('find');
  expect(findShortcut(press('j', { alt: true }), idle, 0)).toBeUndefined();
});

test('ignores letters when they are switched off, but not ⌘K and Escape', () => {
  const off = { ...idle, lettersOn: false };
  expect(['J', '/', '?', 'G', '1'].map((key) => findShortcut(press(key), off, 0))).toEqual(Array(5).fill(undefined));
  expect(findShortcut(press('k', { command: true }), off, 0)).toBe('find');
  expect(findShortcut(press('Escape'), off, 0)).toBe('back');
});

test('goes to a section by G and a letter within 1.5 seconds', () => {
  expect(findShortcut(press('g'), idle, 0)).toBe('go');
  expect(findShortcut(press('t'), { ...idle, goSince: 0 }, 1499)).toBe('go:today');
  expect(findShortcut(press('t'), { ...idle, goSince: 0 }, 1500)).toBe('take');
  expect(findShortcut(press('x'), { ...idle, goSince: 0 }, 1)).toBeUndefined();
});

test('sends only by ⌘↵, never by a letter', () => {
  expect(shortcuts.filter(({ id }) => id === 'send').map(({ keys }) => keys)).toEqual(['⌘↵']);
});
