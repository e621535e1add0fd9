import '@slipway/look/styles/monoFont.css';
import './addressField.css';
import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import X from 'lucide-react/icons/x';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toastStore.ts';

type AddressFieldProps = {
  /** Instead of "Wallet Address". */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
  readonly onBlur: () => void;
  /** Enter was pressed in the field. */
  readonly onEnter: () => void;
  /** What the entry was read as, where that is another text. */
  readonly readAs?: string | undefined;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
  /** Comes with the link and cannot be changed here. */
  readonly fixed?: boolean;
};

/** The wallet address, whole, with ways to paste and to clear it. */
export function AddressField(props: AddressFieldProps) {
  const { value, onChange, onBlur, onEnter, error, cause, fixed = false } = props;
  // The server reads what was pasted, a payment link too: only ends of lines and the space around are taken away here.
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
              <PasteButton onPaste={change} />
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

/** Only where the browser lets a page read the clipboard at all. */
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
