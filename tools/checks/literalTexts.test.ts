import { expect, test } from 'vitest';
import { findLiteralTexts } from './literalTexts.ts';

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<p>\n  您好\n</p>', '您好'],
  ['<p>{"Hello"}</p>', 'Hello'],
  ['<>{"Hello"}</>', 'Hello'],
  ['<p>{`Hello ${name}`}</p>', 'Hello'],
  ['<p>{late ? "Late" : text("a.b")}</p>', 'Late'],
  ['<p>{name ?? "Nobody"}</p>', 'Nobody'],
  ['<p>{"Hello " + name}</p>', 'Hello'],
  ['<input placeholder="Name" />', 'Name'],
  ['<img alt="A coin" />', 'A coin'],
  ['<Field label={"Name"} />', 'Name'],
  ['<button aria-label={open ? "Close" : text("a.b")} />', 'Close'],
])('refuses %s', (code, literal) => {
  expect(findLiteralTexts('a.tsx', `const a = 1;\nexport const part = ${code};`)).toEqual([
    expect.stringMatching(new RegExp(`^a\\.tsx:\\d literal text: ${literal}$`)),
  ]);
});

test.each([
  '<p>{text("a.b")}</p>',
  '<p>→ · 1 {"–"}</p>',
  '<p className="hint" id="note" role="timer" lang="en-US">{count}</p>',
  '<Field label={text("a.b")} name="email" type="text" autoComplete="off" />',
  '<p>{state === "done" && text("a.b")}</p>',
  '<Link href="/" aria-label="Slipway" />',
])('accepts %s', (code) => {
  expect(findLiteralTexts('a.tsx', `export const part = ${code};`)).toEqual([]);
});
