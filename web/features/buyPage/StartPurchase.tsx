import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { UnopenedWindow } from '../../ui/UnopenedWindow.tsx';
import type { NewWindow } from '../../ui/useNewWindow.ts';

type StartPurchaseProps = {
  readonly purchase: NewWindow;
  /** What is entered can be bought, as far as it has been judged. */
  readonly ready: boolean;
  readonly checking: boolean;
};

/** The form's button. Where the browser opened no window, a link takes its place. */
export function StartPurchase({ purchase: { unopened, opening }, ready, checking }: StartPurchaseProps) {
  if (unopened !== null) return <UnopenedWindow id="buy-unopened" href={unopened} name={text('operator.name')} />;
  return (
    <Button type="submit" disabled={!ready} working={opening || checking}>
      {text('buyPage.start')}
    </Button>
  );
}
