/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements: there is no image file */
import './charts.css';

export type Health = 'good' | 'warn' | 'bad' | 'unknown';

/** The last hour in short bars, the newest at the end; lower is worse. `label` describes it. */
export function HealthStrip({ states, label }: { readonly states: readonly Health[]; readonly label: string }) {
  return (
    <span className="health-strip" role="img" aria-label={label}>
      {states.map((state, index) => (
        <i key={index} data-state={state} />
      ))}
    </span>
  );
}
