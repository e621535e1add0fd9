import { createRoot } from 'react-dom/client';
import { loadLaterTexts } from '../../i18n/language.ts';
import { readEmail } from '../session/session.ts';
import { ConfirmLogin } from './ConfirmLogin.tsx';

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
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const confirmed = await new Promise<boolean>((resolve) => {
    root.render(<ConfirmLogin email={readEmail()} onAnswered={resolve} />);
  });
  setTimeout(() => {
    root.unmount();
    place.remove();
  }, CLOSING_MS);
  return confirmed;
}
