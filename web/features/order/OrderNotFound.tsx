import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { TroublePage } from '../../ui/page/TroublePage.tsx';
import { MenuButton } from '../menu/MenuButton.tsx';

/** Shown if the URL names no existing order. */
export function OrderNotFound({ title }: { readonly title: string }) {
  return (
    <TroublePage
      title={title}
      meaning={text('order.missing_meaning')}
      actions={<MenuButton />}
      acts={
        <>
          <ButtonLink kind="filled" href="/">
            {text('trouble.to_buy')}
          </ButtonLink>
          <ButtonLink kind="ghost" href="/my-orders">
            {text('menu.orders')}
          </ButtonLink>
        </>
      }
    />
  );
}
