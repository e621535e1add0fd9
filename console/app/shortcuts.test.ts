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

test('no two keys of the table are the same', () => {
  const keys = shortcuts.map((row) => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('each key of the table means its row', () => {
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

test('letters are the same in both cases, and text where somebody types', () => {
  expect(findShortcut(press('j'), idle, 0)).toBe('next');
  expect(findShortcut(press('j', { typing: true }), idle, 0)).toBeUndefined();
  expect(findShortcut(press('k', { typing: true, command: true }), idle, 0)).toBe('find');
  expect(findShortcut(press('j', { alt: true }), idle, 0)).toBeUndefined();
});

test('switched off, letters mean nothing; ⌘K and Escape stay', () => {
  const off = { ...idle, lettersOn: false };
  expect(['J', '/', '?', 'G', '1'].map((key) => findShortcut(press(key), off, 0))).toEqual(Array(5).fill(undefined));
  expect(findShortcut(press('k', { command: true }), off, 0)).toBe('find');
  expect(findShortcut(press('Escape'), off, 0)).toBe('back');
});

test('a place is G and a letter, soon after each other', () => {
  expect(findShortcut(press('g'), idle, 0)).toBe('go');
  expect(findShortcut(press('t'), { ...idle, goSince: 0 }, 1499)).toBe('go:today');
  expect(findShortcut(press('t'), { ...idle, goSince: 0 }, 1500)).toBe('take');
  expect(findShortcut(press('x'), { ...idle, goSince: 0 }, 1)).toBeUndefined();
});

test('no letter alone sends', () => {
  expect(shortcuts.filter(({ id }) => id === 'send').map(({ keys }) => keys)).toEqual(['⌘↵']);
});
