/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions --
   a mark for pointers within an option; the keys are the search field's */
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { text } from '../i18n/text.ts';
import { type Copying, selectText } from './useCopying.ts';

type PickerContractProps = {
  readonly contract: string;
  readonly copying: Copying | null;
  readonly onCopy: (contract: string) => void;
};

/** Cut short, since the whole of it is what a press copies; a browser that refuses gets it whole, selected. */
export function PickerContract({ contract, copying, onCopy }: PickerContractProps) {
  const copied = copying?.taken === true;
  return (
    <span
      className="picker-contract"
      data-copied={copied ? '' : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onCopy(contract);
      }}
    >
      {copied && <Check size={13} strokeWidth={3} aria-hidden="true" />}
      {copied && text('ui.copied')}
      {copying?.taken === false && (
        <span className="picker-contract-whole" ref={selectText}>
          {contract}
        </span>
      )}
      {!copying && shortContract(contract)}
      {!copying && <Copy size={13} strokeWidth={2} aria-hidden="true" />}
    </span>
  );
}

function shortContract(contract: string): string {
  return `${contract.slice(0, 6)}…${contract.slice(-4)}`;
}
