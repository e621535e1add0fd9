import { groupBy } from '@slipway/look/groupBy.ts';
import './keysDialog.css';
import { Dialog } from '../parts/Dialog.tsx';
import { Kbd } from '../parts/Kbd.tsx';
import { type KeyRow, keyRows } from './keys.ts';
import { choosePreferences, usePreferences } from './preferences.ts';

type KeysDialogProps = { readonly open: boolean; readonly onClose: () => void };

/** `?`: every key, and the switch that turns letters off. */
export function KeysDialog({ open, onClose }: KeysDialogProps) {
  const { letters } = usePreferences();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keys"
      description="Letters choose and never send. ⌘ is Ctrl on other keyboards."
      wide
    >
      <div className="keys-groups">
        {[...groupBy(keyRows, ({ where }) => where)].map(([where, rows]) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {shortened(rows).map(({ keys, words }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{words}</dd>
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
          onChange={(event) => choosePreferences({ letters: event.currentTarget.checked })}
        />
        Single letters do something
      </label>
    </Dialog>
  );
}

/** The nine figures are one line. */
function shortened(rows: readonly KeyRow[]): Pick<KeyRow, 'keys' | 'words'>[] {
  const others = rows.filter(({ id }) => !id.startsWith('nth'));
  return others.length === rows.length ? [...rows] : [...others, { keys: '1-9', words: 'tabs or ways' }];
}
