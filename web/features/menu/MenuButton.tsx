import Menu from 'lucide-react/icons/menu';
import { lazy, Suspense, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }));

/** Opens the drawer; part of every screen's top bar. */
export function MenuButton() {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        label={text('menu.title')}
        icon={<Menu size={22} strokeWidth={1.9} aria-hidden="true" />}
        hasPopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDrawer()}
      />
      {open !== null && (
        <Suspense>
          <MenuDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
