import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';

/** Shown instead of the fields if nothing can be bought here. */
export function PluginTrouble({ banned }: { readonly banned: boolean }) {
  return (
    <div className="plugin-trouble" role="alert">
      <p>{text(banned ? 'error.region_denied' : 'error.fault_plain')}</p>
      {!banned && (
        <Button kind="ghost" onClick={() => location.reload()}>
          {text('ui.reload')}
        </Button>
      )}
    </div>
  );
}
