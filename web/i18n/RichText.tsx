import { Fragment, type ReactNode } from 'react';
import { type TextKey, text } from './text.ts';

/** Private-use characters, which occur in no text or name. */
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Renders a text with elements in its placeholders: `<RichText of="x" with={{ amount: <AmountText … /> }} />`. */
export function RichText({ of, with: parts }: { of: TextKey; with: Readonly<Record<string, ReactNode>> }) {
  const marks = Object.fromEntries(Object.keys(parts).map((name) => [name, OPEN + name + CLOSE]));
  return text(of, marks)
    .split(OPEN)
    .map((piece, index) => {
      const end = piece.indexOf(CLOSE);
      if (end < 0) return <Fragment key={index}>{piece}</Fragment>;
      return (
        <Fragment key={index}>
          {parts[piece.slice(0, end)]}
          {piece.slice(end + 1)}
        </Fragment>
      );
    });
}
