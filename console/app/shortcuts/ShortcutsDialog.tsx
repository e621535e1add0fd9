import { groupBy } from '@slipway/look/groupBy.ts';
import './keysDialog.css';
import { Kbd } from '../../parts/Kbd.tsx';
import { Dialog } from '../../parts/overlays/Dialog.tsx';
import { updatePreferences, usePreferences } from '../preferences.ts';
import { type Shortcut, shortcuts } from './shortcuts.ts';

type ShortcutsDialogProps = { readonly open: boolean; readonly onClose: () => void };

/** `?`: lists all keys, with a switch that disables single-letter keys. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const { letters } = usePreferences();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Single-key shortcuts only select, or assign an item to you. ⌘ is Ctrl on other keyboards."
      wide
    >
      <div className="keys-groups">
        {[...groupBy(shortcuts, ({ where }) => where)].map(([where, rows]) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {mergeDigitShortcuts(rows).map(({ keys, label }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="keys-switch">
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => updatePreferences({ letters: event.currentTarget.checked })}
        />
        Single-key shortcuts
      </label>
    </Dialog>
  );
}

/** Combines the nine digit keys in one row. */
function mergeDigitShortcuts(rows: readonly Shortcut[]): Pick<Shortcut, 'keys' | 'label'>[] {
  const others = rows.filter(({ id }) => !id.startsWith('nth'));
  return others.length === rows.length ? [...rows] : [...others, { keys: '1-9', label: 'Tab or action' }];
}
