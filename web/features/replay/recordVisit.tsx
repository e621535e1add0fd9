import { i18n } from '@lingui/core';
import { record } from '@rrweb/record';
import { createRoot } from 'react-dom/client';
import { loadLaterTexts } from '../../i18n/language.ts';
import { maskEvent, type RecordedEvent } from './maskEvent.ts';
import { maskText, maskTyped, ownTexts } from './maskText.ts';
import { ReplayNotice } from './ReplayNotice.tsx';
import { isRecorded } from './recordedPaths.ts';
import { createReplaySender } from './replaySender.ts';

/** Drawn from what the buyer has, or not ours: a payment's code, the acquirer's frames, pictures of any kind. */
const BLOCKED = 'iframe, object, embed, canvas, video, audio, svg:not(.lucide)';
const MOUSE_MS = 100;
const SCROLL_MS = 150;
/** wouter announces its own moves by events of these names. */
const MOVES = ['pushState', 'replaceState', 'popstate'] as const;

/** Records the page, and says so on it, until it is stopped by hand, the server takes no more, or a screen is entered that is never recorded. */
export async function recordVisit(recording: string): Promise<void> {
  await loadLaterTexts();
  if (!isRecorded(location.pathname)) return;
  let own = ownTexts(i18n.messages);
  const endings: (() => void)[] = [
    i18n.on('change', () => {
      own = ownTexts(i18n.messages);
    }),
    showNotice(stop),
  ];
  const sender = createReplaySender(recording, stop);
  endings.push(() => sender.stop());
  for (const move of MOVES) addEventListener(move, stopWhenPrivate);
  endings.push(() => MOVES.forEach((move) => removeEventListener(move, stopWhenPrivate)));

  const stopRecorder = record({
    emit(event) {
      // A screen may have been entered since the event came about.
      const masked = isRecorded(location.pathname) ? maskEvent(event as RecordedEvent, own) : null;
      if (masked) sender.add(masked);
    },
    maskAllInputs: true,
    maskInputFn: maskTyped,
    maskTextSelector: '*',
    maskTextFn: (text) => maskText(text, own),
    blockSelector: BLOCKED,
    slimDOMOptions: 'all',
    sampling: { mousemove: MOUSE_MS, scroll: SCROLL_MS, input: 'last' },
  });
  endings.unshift(() => stopRecorder?.());

  function stop(): void {
    for (const ending of endings.splice(0)) ending();
  }
  function stopWhenPrivate(): void {
    if (!isRecorded(location.pathname)) stop();
  }
}

/** Above everything else of the page; it belongs to the recording and not to any screen. */
function showNotice(onStop: () => void): () => void {
  const place = document.createElement('div');
  document.body.prepend(place);
  const root = createRoot(place);
  root.render(<ReplayNotice onStop={onStop} />);
  return () => {
    root.unmount();
    place.remove();
  };
}
