import './dot.css';

type DotProps = {
  readonly state: 'good' | 'warn' | 'bad' | 'unknown';
  /** For readers, where no word stands beside it. */
  readonly label?: string;
};

/** Full, hollow, a rhombus or dashed: the form says what the color says. */
export function Dot({ state, label }: DotProps) {
  return (
    <span
      className="dot"
      data-state={state}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
