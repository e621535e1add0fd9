import './dot.css';

type DotProps = {
  readonly state: 'good' | 'warn' | 'bad' | 'unknown';
  /** For screen readers, if there is no text next to it. */
  readonly label?: string;
};

/** Filled, hollow, a rhombus or dashed: the shape carries the same meaning as the color. */
export function Dot({ state, label }: DotProps) {
  return (
    <span
      className="dot"
      data-state={state}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
