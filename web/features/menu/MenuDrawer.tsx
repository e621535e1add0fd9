import './menuDrawer.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Coins from 'lucide-react/icons/coins';
import FileText from 'lucide-react/icons/file-text';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Settings from 'lucide-react/icons/settings';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { showToast } from '../../ui/toastStore.ts';
import { logOut } from '../session/logOut.ts';
import { rememberLoginReturn } from '../session/session.ts';
import { useIsLoggedIn } from '../session/useIsLoggedIn.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

type MenuDrawerProps = { readonly open: boolean; readonly onClose: () => void };

const TERMS_PATH = '/terms.html';
const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** The menu, with the confirmation before logging out. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  const [asking, setAsking] = useState(false);
  const loggedIn = useIsLoggedIn();
  const confirmLogOut = () => {
    onClose();
    setAsking(true);
  };
  return (
    <>
      <Drawer open={open} onClose={onClose} label={text('menu.title')}>
        <nav className="menu-items">
          <MenuLink href="/edit" icon={<Coins {...icon} />} label={text('menu.buy')} onClose={onClose} />
          <MenuLink href="/my-orders" icon={<ReceiptText {...icon} />} label={text('menu.orders')} onClose={onClose} />
          <a className="menu-item" href={TERMS_PATH} target="_blank" rel="noreferrer">
            <FileText {...icon} />
            <span>{text('menu.terms')}</span>
            <ArrowUpRight className="menu-outward" size={18} strokeWidth={2} aria-hidden="true" />
          </a>
          <MenuLink href="/settings" icon={<Settings {...icon} />} label={text('menu.settings')} onClose={onClose} />
          <hr />
          {loggedIn ? (
            <button type="button" className="menu-item" onClick={confirmLogOut}>
              <LogOut {...icon} />
              <span>{text('menu.log_out')}</span>
            </button>
          ) : (
            <MenuLink
              href="/email-login"
              icon={<LogIn {...icon} />}
              label={text('menu.log_in')}
              onClose={() => {
                rememberLoginReturn(location.pathname + location.search);
                onClose();
              }}
            />
          )}
        </nav>
        <div className="menu-foot">
          <LanguageSwitch />
          <p className="menu-help">{text('menu.help')}</p>
          <a href={`mailto:${text('operator.support_email')}`}>{text('operator.support_email')}</a>
          <p className="menu-legal">{text('operator.legal_notice')}</p>
        </div>
      </Drawer>
      <LogOutSheet open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

type MenuLinkProps = {
  readonly href: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
};

/** Replaces the drawer's history entry, so that Back returns to the screen behind it. */
function MenuLink({ href, icon: mark, label, onClose }: MenuLinkProps) {
  const [path, navigate] = useLocation();
  return (
    <a
      className="menu-item"
      href={href}
      aria-current={path === href ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onClose();
        if (path !== href) navigate(href, { replace: true });
      }}
    >
      {mark}
      <span>{label}</span>
    </a>
  );
}

function LogOutSheet({ open, onClose }: MenuDrawerProps) {
  const confirm = () => {
    onClose();
    void logOut();
    showToast(text('menu.logged_out'));
  };
  return (
    <Sheet open={open} onClose={onClose} title={text('menu.log_out')}>
      <div className="sheet-body">
        <p>{text('menu.log_out_question')}</p>
        <div className="sheet-acts">
          <Button kind="ghost" onClick={onClose}>
            {text('ui.cancel')}
          </Button>
          <Button onClick={confirm}>{text('ui.yes')}</Button>
        </div>
      </div>
    </Sheet>
  );
}
