import { createRoot } from 'react-dom/client';
import { loadLaterTexts } from '../../i18n/language.ts';
import { liveUser } from '../session/session.ts';
import { ConfirmLogin } from './ConfirmLogin.tsx';

/** Longer than the sheet takes to leave. */
const LEAVING_MS = 1000;

let asking: Promise<boolean> | null = null;

/** Asks the buyer to prove who they are, once for all acts that wait for it; false when they would rather not. */
export function askToConfirm(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  await loadLaterTexts();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const confirmed = await new Promise<boolean>((resolve) => {
    root.render(<ConfirmLogin email={liveUser()?.email ?? ''} onAnswered={resolve} />);
  });
  setTimeout(() => {
    root.unmount();
    place.remove();
  }, LEAVING_MS);
  return confirmed;
}
