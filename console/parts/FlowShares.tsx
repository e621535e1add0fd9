/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn by the page itself, from what it knows: no picture is fetched */
import './charts.css';

export type Share = {
  readonly id: string;
  /** Only for the length of its part; amounts are shown beside. */
  readonly weight: number;
  readonly tone: 'tide-1' | 'tide-2' | 'tide-3' | 'tide' | 'warn' | 'bad' | 'edge';
};

/** The waterline at a card's foot, parted by where money stands. `label` says the shares. */
export function FlowShares({ shares, label }: { readonly shares: readonly Share[]; readonly label: string }) {
  return (
    <div className="flow-shares" role="img" aria-label={label}>
      {shares.map(({ id, weight, tone }) => (
        <i key={id} data-tone={tone} style={{ flexGrow: weight }} />
      ))}
    </div>
  );
}
