import Mail from 'lucide-react/icons/mail';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type TextKey, text } from '../../i18n/text.ts';
import { ListCard, ListFact, ListLink } from '../../ui/rows/ListCard.tsx';
import type { Account } from './accountQueries.ts';

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** Shows the account's email address and verification level. */
export function AccountFacts({ account, labelledBy }: { readonly account: Account; readonly labelledBy: string }) {
  return (
    <ListCard labelledBy={labelledBy}>
      <ListFact icon={<Mail {...icon} />} title={account.email} detail={text('settings.email')} />
      <ListLink
        href="/kyc-status"
        icon={<ShieldCheck {...icon} />}
        title={text(`settings.level_${account.level}` as TextKey)}
        detail={text('settings.verification')}
      />
    </ListCard>
  );
}
