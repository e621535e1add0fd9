import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { BlockedWindowLink } from '../../ui/newWindow/BlockedWindowLink.tsx';
import type { NewWindow } from '../../ui/newWindow/useNewWindow.ts';

type StartPurchaseProps = {
  readonly purchase: NewWindow;
  /** The entry is valid as far as it has been checked. */
  readonly ready: boolean;
  readonly checking: boolean;
};

/** Submit button of the form, replaced by a link if the browser blocked the new window. */
export function StartPurchase({ purchase: { unopened, opening }, ready, checking }: StartPurchaseProps) {
  if (unopened !== null) return <BlockedWindowLink id="buy-unopened" href={unopened} name={text('operator.name')} />;
  return (
    <Button type="submit" disabled={!ready} working={opening || checking}>
      {text('buyPage.start')}
    </Button>
  );
}
