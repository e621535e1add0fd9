/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here: the policy allows no picture inside an address. */
import { encode } from 'uqr';
import { moduleOutline } from './moduleOutline.ts';

type TransferCodeProps = {
  /** The text of the code, see {@link creditTransferCode}. */
  readonly code: string;
  /** What it says, for those who cannot see it. */
  readonly label: string;
};

/** The guideline's error correction, largest size and quiet zone. */
const OPTIONS = { ecc: 'M', boostEcc: false, maxVersion: 13, border: 4 } as const;

/** The code as a drawing: dark on light in both themes, since not every camera reads it the other way round. */
export function TransferCode({ code, label }: TransferCodeProps) {
  const { data, size } = encode(code, OPTIONS);
  return (
    <svg
      className="transfer-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={moduleOutline(data)} fill="#000" />
    </svg>
  );
}
