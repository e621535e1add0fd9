import './waterline.css';

type WaterlineProps = {
  /** The filled part, from 0 to 1: time that is left, what is free of a balance. */
  readonly share: number;
  readonly tone?: 'tide' | 'ink' | 'warn' | 'bad' | 'good';
  /** A part after it that is spoken for, hatched. */
  readonly hatched?: number;
  /** Where a need or a bound lies. */
  readonly mark?: number;
  /** Two pixels under a clock, nine in a table, where the hatching is seen. */
  readonly thick?: boolean;
  /** A sentence for readers; without one the words beside it say all. */
  readonly label?: string;
};

/** What is left of the whole: the look's blue line. */
export function Waterline({ share, tone = 'tide', hatched = 0, mark, thick = false, label }: WaterlineProps) {
  const filled = percent(share);
  return (
    <span
      className="waterline"
      data-tone={tone}
      data-thick={thick ? '' : undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <i className="waterline-fill" style={{ inlineSize: filled }} />
      {hatched > 0 && (
        <i className="waterline-hatch" style={{ insetInlineStart: filled, inlineSize: percent(hatched, 1 - share) }} />
      )}
      {mark !== undefined && (
        <i className="waterline-mark" style={{ insetInlineStart: `calc(${percent(mark)} - 1px)` }} />
      )}
    </span>
  );
}

function percent(share: number, most = 1): string {
  return `${(Math.min(most, Math.max(0, share)) * 100).toFixed(2)}%`;
}
