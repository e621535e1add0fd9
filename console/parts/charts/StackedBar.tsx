/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements: there is no image file */
import './charts.css';

export type BarShare = {
  readonly id: string;
  /** Determines only the length; amounts are shown next to it. */
  readonly weight: number;
  readonly tone: 'tide-1' | 'tide-2' | 'tide-3' | 'tide' | 'warn' | 'bad' | 'edge';
};

/** A bar at the end of a card, divided by the stages of the money. `label` describes the shares. */
export function StackedBar({ shares, label }: { readonly shares: readonly BarShare[]; readonly label: string }) {
  return (
    <div className="flow-shares" role="img" aria-label={label}>
      {shares.map(({ id, weight, tone }) => (
        <i key={id} data-tone={tone} style={{ flexGrow: weight }} />
      ))}
    </div>
  );
}
