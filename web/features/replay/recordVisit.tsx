import { i18n } from '@lingui/core';
import { record } from '@rrweb/record';
import { createRoot } from 'react-dom/client';
import { loadLaterTexts, useLocale } from '../../i18n/language.ts';
import { maskEvent, type RecordedEvent } from './maskEvent.ts';
import { collectOwnTexts, maskText, maskTypedText } from './maskText.ts';
import { isRecordablePath } from './recordablePaths.ts';
import { createRecordingSender } from './recordingSender.ts';
import './replayNotice.css';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';

/** Elements that may show buyer data or belong to third parties: payment QR codes, the acquirer's frames, media of any kind. */
const BLOCKED = 'iframe, object, embed, canvas, video, audio, svg:not(.lucide)';
const MOUSE_MS = 100;
const SCROLL_MS = 150;
/** Events by which wouter announces navigation. */
const NAVIGATION_EVENTS = ['pushState', 'replaceState', 'popstate'] as const;

/**
 * Records the page and shows a notice, until the buyer stops the recording, the server accepts no more, or a page that must
 * not be recorded opens.
 */
export async function recordVisit(recording: string): Promise<void> {
  await loadLaterTexts();
  if (!isRecordablePath(location.pathname)) return;
  let ownTexts = collectOwnTexts(i18n.messages);
  const cleanups: (() => void)[] = [
    i18n.on('change', () => {
      ownTexts = collectOwnTexts(i18n.messages);
    }),
    showNotice(stop),
  ];
  const sender = createRecordingSender(recording, stop);
  cleanups.push(() => sender.stop());
  for (const eventName of NAVIGATION_EVENTS) addEventListener(eventName, stopWhenPrivate);
  cleanups.push(() => NAVIGATION_EVENTS.forEach((eventName) => removeEventListener(eventName, stopWhenPrivate)));

  const stopRecorder = record({
    emit(event) {
      // A page that must not be recorded may have opened since the event occurred.
      const masked = isRecordablePath(location.pathname) ? maskEvent(event as RecordedEvent, ownTexts) : null;
      if (masked) sender.add(masked);
    },
    maskAllInputs: true,
    maskInputFn: maskTypedText,
    maskTextSelector: '*',
    maskTextFn: (shown) => maskText(shown, ownTexts),
    blockSelector: BLOCKED,
    slimDOMOptions: 'all',
    sampling: { mousemove: MOUSE_MS, scroll: SCROLL_MS, input: 'last' },
  });
  cleanups.unshift(() => stopRecorder?.());

  function stop(): void {
    for (const cleanup of cleanups.splice(0)) cleanup();
  }
  function stopWhenPrivate(): void {
    if (!isRecordablePath(location.pathname)) stop();
  }
}

/** Shows the notice above everything else; it belongs to the recording and not to a screen. */
function showNotice(onStop: () => void): () => void {
  const container = document.createElement('div');
  document.body.prepend(container);
  const root = createRoot(container);
  root.render(<RecordingNotice onStop={onStop} />);
  return () => {
    root.unmount();
    container.remove();
  };
}

/** Shown while the visit is being recorded. */
function RecordingNotice({ onStop }: { readonly onStop: () => void }) {
  useLocale();
  return (
    <aside className="replay-notice" aria-label={text('replay.label')}>
      <output>
        <i aria-hidden="true" />
        {text('replay.on')}
      </output>
      <Button kind="small" onClick={onStop}>
        {text('replay.stop')}
      </Button>
    </aside>
  );
}
