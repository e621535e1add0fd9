import BookUser from 'lucide-react/icons/book-user';
import CreditCard from 'lucide-react/icons/credit-card';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { chooseTheme, getTheme, type Theme } from '../../app/theme.ts';
import { clearDraft } from '../../features/draft/draft.ts';
import { MenuButton } from '../../features/menu/MenuButton.tsx';
import { clearUserInfo } from '../../features/session/session.ts';
import { AccountFacts } from '../../features/settings/AccountFacts.tsx';
import { useAccount } from '../../features/settings/accountQueries.ts';
import { DeleteData } from '../../features/settings/DeleteData.tsx';
import { DownloadData } from '../../features/settings/DownloadData.tsx';
import { LanguageField } from '../../features/settings/LanguageField.tsx';
import { LogOutEverywhere } from '../../features/settings/LogOutEverywhere.tsx';
import { ThemeChoice } from '../../features/settings/ThemeChoice.tsx';
import { forgetBrowserId } from '../../features/tracking/getBrowserId.ts';
import { text } from '../../i18n/text.ts';
import { Card, Page } from '../../ui/page/Page.tsx';
import { ListCard, ListLink } from '../../ui/rows/ListCard.tsx';
import { AccountSection } from './AccountSection.tsx';
import './settings.css';

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** Settings: account, appearance and the buyer's data. */
export function Settings() {
  const account = useAccount();
  const [, navigate] = useLocation();
  const forgetBuyer = (keptUntil: string | null) => {
    navigate(`/account-deleted${keptUntil === null ? '' : `?keptUntil=${keptUntil}`}`, { replace: true });
    clearUserInfo();
    forgetBrowserId();
    clearDraft();
  };
  return (
    <Page layout="wide" actions={<MenuButton />}>
      <AccountSection title={text('settings.account')}>
        {(id) => <AccountFacts account={account} labelledBy={id} />}
      </AccountSection>
      <AccountSection title={text('settings.purchases')}>
        {(id) => (
          <ListCard labelledBy={id}>
            <ListLink href="/my-orders" icon={<ReceiptText {...icon} />} title={text('menu.orders')} />
            <ListLink href="/cards" icon={<CreditCard {...icon} />} title={text('title.cards')} />
            <ListLink href="/addresses" icon={<BookUser {...icon} />} title={text('title.addresses')} />
          </ListCard>
        )}
      </AccountSection>
      <AccountSection title={text('settings.display')}>
        {() => (
          <Card>
            <div className="settings-display">
              <LanguageField />
              <ThemeSetting />
            </div>
          </Card>
        )}
      </AccountSection>
      <AccountSection title={text('settings.data')}>
        {(id) => (
          <ListCard labelledBy={id}>
            <ListLink
              href="/sessions"
              icon={<MonitorSmartphone {...icon} />}
              title={text('title.sessions')}
              detail={text('settings.sessions_detail')}
            />
            <DownloadData />
            <LogOutEverywhere />
            <DeleteData email={account.email} onDeleted={forgetBuyer} />
          </ListCard>
        )}
      </AccountSection>
    </Page>
  );
}

function ThemeSetting() {
  const [theme, setTheme] = useState<Theme>(getTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return <ThemeChoice theme={theme} onChange={choose} />;
}
