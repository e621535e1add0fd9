/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions --
   a mark for pointers within an option; the keys are the search field's */

import { type CopyResult, selectText } from '@slipway/look/useCopying.ts';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { text } from '../../i18n/text.ts';

type PickerContractProps = {
  readonly contract: string;
  readonly copying: CopyResult | null;
  readonly onCopy: (contract: string) => void;
};

/**
 * Shows a shortened contract address with a copy icon; pressing elsewhere in the row selects the row. If the browser
 * refuses to copy, the full address is shown and selected.
 */
export function PickerContract({ contract, copying, onCopy }: PickerContractProps) {
  const copied = copying?.isCopied === true;
  return (
    <span className="picker-contract" data-copied={copied ? '' : undefined}>
      {copied && <Check size={13} strokeWidth={3} aria-hidden="true" />}
      {copied && text('ui.copied')}
      {copying?.isCopied === false && (
        <span className="picker-contract-whole" translate="no" ref={selectText}>
          {contract}
        </span>
      )}
      {!copying && <span translate="no">{shortenContract(contract)}</span>}
      {!copying && (
        <span
          className="picker-copy"
          onClick={(event) => {
            event.stopPropagation();
            onCopy(contract);
          }}
        >
          <Copy size={13} strokeWidth={2} aria-hidden="true" />
        </span>
      )}
    </span>
  );
}

function shortenContract(contract: string): string {
  return `${contract.slice(0, 6)}…${contract.slice(-4)}`;
}
