import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call } from '../../api/call.ts';
import { loadLaterTexts, useLocale } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { readEmail } from '../session/session.ts';
import { CodeConfirmation } from './CodeConfirmation.tsx';

/** Longer than the sheet's closing animation. */
const CLOSING_MS = 1000;

let pendingConfirmation: Promise<boolean> | null = null;

/** Asks the buyer to confirm their login, once for all pending calls; false if they cancel. */
export function requestLoginConfirmation(): Promise<boolean> {
  pendingConfirmation ??= showConfirmation().finally(() => {
    pendingConfirmation = null;
  });
  return pendingConfirmation;
}

async function showConfirmation(): Promise<boolean> {
  await loadLaterTexts();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const confirmed = await new Promise<boolean>((resolve) => {
    root.render(<ConfirmLogin email={readEmail()} onAnswered={resolve} />);
  });
  setTimeout(() => {
    root.unmount();
    container.remove();
  }, CLOSING_MS);
  return confirmed;
}

type ConfirmLoginProps = {
  readonly email: string;
  /** Called with true once the buyer has confirmed, false if they cancelled. */
  readonly onAnswered: (confirmed: boolean) => void;
};

/** Asks for a code or a passkey in an old session, before actions that would be valuable to a session thief. */
function ConfirmLogin({ email, onAnswered }: ConfirmLoginProps) {
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
