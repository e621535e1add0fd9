import '@slipway/look/styles/monoFont.css';
import './addressField.css';
import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import X from 'lucide-react/icons/x';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/toastStore.ts';

type AddressFieldProps = {
  /** Replaces "Wallet Address". */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly onBlur: () => void;
  /** Called when Enter is pressed in the field. */
  readonly onEnter: () => void;
  /** Address that the entry was parsed as, if different from the text. */
  readonly readAs?: string | undefined;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
  /** The address comes from the link and cannot be edited here. */
  readonly fixed?: boolean;
};

/** Field for the full wallet address, with buttons to paste and clear. */
export function AddressField(props: AddressFieldProps) {
  const { value, onChange, onBlur, onEnter, error, cause, fixed = false } = props;
  // The server parses the input, including payment links; only line breaks and surrounding space are removed here.
  const change = (entered: string) => {
    const address = entered.replaceAll(/\s*[\r\n]+\s*/g, '').trim();
    if (address !== value) onChange(address);
    else if (entered.endsWith('\n')) onEnter();
  };
  return (
    <div className="address-field">
      <TextField
        label={props.label ?? text('submitAddress.address')}
        value={value}
        onChange={change}
        onBlur={onBlur}
        error={error}
        cause={cause}
        hint={props.readAs === undefined ? undefined : text('submitAddress.read_as', { address: props.readAs })}
        readOnly={fixed}
        name="address"
        multiline
        end={
          !fixed && (
            <>
              <PasteButton onPaste={(pasted) => change(pasted.trim())} />
              {value !== '' && (
                <span className="address-field-clear">
                  <Button
                    kind="small"
                    icon={<X size={16} strokeWidth={2.2} aria-hidden="true" />}
                    onClick={() => onChange('')}
                  >
                    {text('submitAddress.clear')}
                  </Button>
                </span>
              )}
            </>
          )
        }
      />
    </div>
  );
}

/** Shown only if the browser allows reading the clipboard. */
function PasteButton({ onPaste }: { readonly onPaste: (pasted: string) => void }) {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (typeof clipboard?.readText !== 'function') return null;
  const paste = () => {
    clipboard.readText().then(onPaste, () => showToast(text('submitAddress.paste_denied'), 'info'));
  };
  return (
    <Button kind="small" icon={<ClipboardPaste size={16} strokeWidth={2.1} aria-hidden="true" />} onClick={paste}>
      {text('submitAddress.paste')}
    </Button>
  );
}
