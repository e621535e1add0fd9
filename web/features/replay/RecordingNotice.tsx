import './replayNotice.css';
import { useLocale } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';

/** Shown while the visit is being recorded. */
export function RecordingNotice({ onStop }: { readonly onStop: () => void }) {
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
