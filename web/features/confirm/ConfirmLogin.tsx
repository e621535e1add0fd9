import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useLocale } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { CodeConfirmation } from './CodeConfirmation.tsx';

type ConfirmLoginProps = {
  readonly email: string;
  /** Called with true once the buyer has confirmed, false if they cancelled. */
  readonly onAnswered: (confirmed: boolean) => void;
};

/** Asks for a login code in an old session, before actions that would be valuable to a session thief. */
export function ConfirmLogin({ email, onAnswered }: ConfirmLoginProps) {
  useLocale();
  const [open, setOpen] = useState(true);
  const answer = (confirmed: boolean) => {
    setOpen(false);
    onAnswered(confirmed);
  };
  return (
    <Sheet open={open} onClose={() => answer(false)} title={text('confirm.title')}>
      <div className="sheet-body">
        <p className="hint confirm-why">{text('confirm.why')}</p>
        <CodeConfirmation
          email={email}
          act={text('confirm.act')}
          onCancel={() => answer(false)}
          onProved={async () => answer(true)}
          onCode={async (code) => {
            await call('confirmLogin', { code });
            answer(true);
          }}
        />
      </div>
    </Sheet>
  );
}
