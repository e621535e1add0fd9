/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the code is drawn as inline SVG, which an `img` element cannot contain. */
import { encode } from 'uqr';
import { buildQrPath } from './buildQrPath.ts';

type TransferCodeProps = {
  /** Text to encode, see {@link buildCreditTransferCode}. */
  readonly code: string;
  /** Text alternative for screen readers. */
  readonly label: string;
};

/** Error correction level, maximum version and quiet zone required by the EPC guideline. */
const OPTIONS = { ecc: 'M', boostEcc: false, maxVersion: 13, border: 4 } as const;

/** Draws the QR code, dark on light in both themes because some cameras cannot read inverted codes. */
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
      <path d={buildQrPath(data)} fill="#000" />
    </svg>
  );
}
