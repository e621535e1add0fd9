/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn by the page itself, from what it knows: no picture is fetched */
import type { ReactNode } from 'react';
import { AsTable } from '../../parts/AsTable.tsx';
import { lengthOf } from './marks.ts';

export type Bar = {
  readonly id: string;
  readonly title: string;
  /** For its length alone; `words` are what is read. */
  readonly value: number;
  readonly words: string;
  readonly shown: ReactNode;
  /** Ink is a fact that adds, hatch what takes away, tide what is left; `lost` where less than nothing is. */
  readonly tone?: 'fact' | 'cost' | 'left' | 'lost';
  /** Opens what stands behind it. */
  readonly onOpen?: () => void;
  readonly isOpen?: boolean;
};

type BarsProps = {
  readonly label: string;
  readonly heads: readonly [string, string];
  readonly bars: readonly Bar[];
};

/** Steps below each other, each with its length from zero and its figure. */
export function Bars({ label, heads, bars }: BarsProps) {
  const most = Math.max(0, ...bars.map(({ value }) => Math.abs(value)));
  return (
    <figure className="reports-bars">
      <figcaption className="unseen">{label}</figcaption>
      <ul>
        {bars.map(({ id, title, value, shown, tone = 'fact', onOpen, isOpen }) => {
          const content = (
            <>
              <span className="reports-bar-title">{title}</span>
              <span className="reports-bar-track" aria-hidden="true">
                <i data-tone={tone} style={{ inlineSize: lengthOf(Math.abs(value), most) }} />
              </span>
              <span className="reports-bar-figure">{shown}</span>
            </>
          );
          return (
            <li key={id} data-tone={tone}>
              {onOpen ? (
                <button type="button" className="reports-bar" aria-expanded={isOpen ?? false} onClick={onOpen}>
                  {content}
                </button>
              ) : (
                <span className="reports-bar">{content}</span>
              )}
            </li>
          );
        })}
      </ul>
      <AsTable label={label} heads={heads} rows={bars.map(({ title, words }) => [title, words])} />
    </figure>
  );
}
