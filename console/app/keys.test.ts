import { expect, test } from 'vitest';
import { type KeyState, keyRows, meaningOf, type Press } from './keys.ts';

const idle: KeyState = { goSince: undefined, lettersOn: true };
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  command: false,
  alt: false,
  typing: false,
  ...more,
});

test('no two keys of the table are the same', () => {
  const keys = keyRows.map((row) => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('each key of the table means its row', () => {
  for (const { id, keys } of keyRows) {
    const command = keys.startsWith('⌘');
    const goSince = keys.startsWith('G ') ? 0 : undefined;
    const key = keys
      .replace(/^(?:⌘|G )/, '')
      .replace('↵', 'Enter')
      .replace('Esc', 'Escape');
    expect(meaningOf(press(key, { command }), { ...idle, goSince }, 1)).toBe(id);
  }
});

test('letters are the same in both cases, and text where somebody types', () => {
  expect(meaningOf(press('j'), idle, 0)).toBe('next');
  expect(meaningOf(press('j', { typing: true }), idle, 0)).toBeUndefined();
  expect(meaningOf(press('k', { typing: true, command: true }), idle, 0)).toBe('find');
  expect(meaningOf(press('j', { alt: true }), idle, 0)).toBeUndefined();
});

test('switched off, letters mean nothing; ⌘K and Escape stay', () => {
  const off = { ...idle, lettersOn: false };
  expect(['J', '/', '?', 'G', '1'].map((key) => meaningOf(press(key), off, 0))).toEqual(Array(5).fill(undefined));
  expect(meaningOf(press('k', { command: true }), off, 0)).toBe('find');
  expect(meaningOf(press('Escape'), off, 0)).toBe('back');
});

test('a place is G and a letter, soon after each other', () => {
  expect(meaningOf(press('g'), idle, 0)).toBe('go');
  expect(meaningOf(press('t'), { ...idle, goSince: 0 }, 1499)).toBe('go:today');
  expect(meaningOf(press('t'), { ...idle, goSince: 0 }, 1500)).toBe('take');
  expect(meaningOf(press('x'), { ...idle, goSince: 0 }, 1)).toBeUndefined();
});

test('no letter alone sends', () => {
  expect(keyRows.filter(({ id }) => id === 'send').map(({ keys }) => keys)).toEqual(['⌘↵']);
});
