import './waterline.css';

type RemainingBarProps = {
  /** The filled part, from 0 to 1: time left, or the free part of a balance. */
  readonly share: number;
  readonly tone?: 'tide' | 'ink' | 'warn' | 'bad' | 'good';
  /** The reserved part, from 0 to 1: drawn hatched, after the filled part. */
  readonly hatched?: number;
  /** Position of a need or a limit, from 0 to 1. */
  readonly mark?: number;
  /** Nine pixels for tables, where the hatching must be visible; otherwise two. */
  readonly thick?: boolean;
  /** Description for screen readers; without one, the text next to it suffices. */
  readonly label?: string;
};

/** A bar of the part that is left of a whole. */
export function RemainingBar({ share, tone = 'tide', hatched = 0, mark, thick = false, label }: RemainingBarProps) {
  const filled = formatCssPercent(share);
  return (
    <span
      className="waterline"
      data-tone={tone}
      data-thick={thick ? '' : undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <i className="waterline-fill" style={{ inlineSize: filled }} />
      {hatched > 0 && (
        <i
          className="waterline-hatch"
          style={{ insetInlineStart: filled, inlineSize: formatCssPercent(hatched, 1 - share) }}
        />
      )}
      {mark !== undefined && (
        <i className="waterline-mark" style={{ insetInlineStart: `calc(${formatCssPercent(mark)} - 1px)` }} />
      )}
    </span>
  );
}

function formatCssPercent(share: number, most = 1): string {
  return `${(Math.min(most, Math.max(0, share)) * 100).toFixed(2)}%`;
}
