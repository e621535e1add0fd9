import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TokenHeading } from './TokenHeading.tsx';
import type { BuyToken } from './useBuyToken.ts';

/** Shows the crypto for sale, or why it could not be loaded. */
export function TokenShown({ token, onPick }: { readonly token: BuyToken; readonly onPick: () => void }) {
  const { data, isError, isFetching, error, refetch } = token.query;
  if (!data && isError && !isFetching) {
    return <EmptyState message={errorText(error)} action={text('ui.try_again')} onAction={() => void refetch()} />;
  }
  return <TokenHeading info={data} onPick={token.fixed || !token.tokens ? undefined : onPick} />;
}
