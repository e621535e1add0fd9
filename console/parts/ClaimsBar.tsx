/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn by the page itself, from what it knows: no picture is fetched */
import './charts.css';

type ClaimsBarProps = {
  /** Parts of what was received, for their lengths alone. */
  readonly gone: number;
  readonly kept: number;
  /** Stands in the kept part: "Kept 1,640.00 EUR: may be given back, or sent as coins, once". */
  readonly words: string;
  /** The whole in a sentence. */
  readonly label: string;
};

/** What was received: what has gone hatched, what is kept in ink. */
export function ClaimsBar({ gone, kept, words, label }: ClaimsBarProps) {
  return (
    <div className="claims-bar" role="img" aria-label={label}>
      {gone > 0 && <i data-part="gone" style={{ flexGrow: gone }} />}
      {kept > 0 && (
        <i data-part="kept" style={{ flexGrow: kept }}>
          {words}
        </i>
      )}
    </div>
  );
}
