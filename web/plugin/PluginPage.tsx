import './plugin.css';
import { useEffect, useMemo, useRef } from 'react';
import { useCountries } from '../features/catalog/catalogQueries.ts';
import { useCurrencyLists } from '../features/catalog/useCurrencyLists.ts';
import { emptyDraft } from '../features/draft/draft.ts';
import { refererOf } from '../features/draft/references.ts';
import { initialInquiry } from '../features/quote/initialInquiry.ts';
import { LinkNotice } from '../features/quote/LinkNotice.tsx';
import { offeredQuery } from '../features/quote/offeredQuery.ts';
import type { Inquiry } from '../features/quote/quoteReducer.ts';
import { checkInquiry } from '../features/quote/quoteRules.ts';
import { useQuote } from '../features/quote/useQuote.ts';
import { track } from '../features/tracking/track.ts';
import { text } from '../i18n/text.ts';
import { ContinueButton } from './ContinueButton.tsx';
import { flowUrl } from './flowUrl.ts';
import { followFlow } from './followFlow.ts';
import type { Host } from './host.ts';
import { NewQuotesIn } from './NewQuotesIn.tsx';
import { PaymentIcons } from './PaymentIcons.tsx';
import { PluginTrouble } from './PluginTrouble.tsx';
import { PowerBy } from './PowerBy.tsx';
import { QuoteFields } from './QuoteFields.tsx';
import { readPluginQuery } from './readPluginQuery.ts';
import { useReportHeight } from './useReportHeight.ts';
import { useReportQuote } from './useReportQuote.ts';

type PluginPageProps = {
  /** The page's query. */
  readonly search: string;
  readonly host: Host;
};

/** The buy page inside a partner's page: two amounts, and the way to the whole purchase. */
export function PluginPage({ search, host }: PluginPageProps) {
  const query = useMemo(() => readPluginQuery(search), [search]);
  const refererUrl = refererOf({ search, referrer: document.referrer, origin: location.origin });
  const countries = useCountries();
  const { pays, receives, payOf, receiveOf, ...lists } = useCurrencyLists(query.offerType);
  const box = useRef<HTMLElement>(null);
  useReportHeight(box, host);

  const quote = useQuote({ ...query, references: () => ({ reference: query.reference, refererUrl }) }, (inquiry) =>
    checkInquiry(inquiry, payOf(inquiry.sendCurrency), receiveOf(inquiry.getCurrency)),
  );
  const { state, ask } = quote;
  useReportQuote(state, host);

  const offered = pays && receives && offeredQuery(query, { pay: pays, receive: receives, offerType: lists.offerType });
  useEffect(() => {
    if (!offered || state.status !== 'idle') return;
    const { normalCurrency } = lists;
    ask(initialInquiry(offered.query, emptyDraft, { pay: pays, receive: receives, normalCurrency }));
  });

  useEffect(() => track('buyCryptoGate'), []);
  const { inquiry } = state;
  const change = (changed: Partial<Inquiry>) => inquiry && ask({ ...inquiry, ...changed });
  const banned = countries.data?.isBan === 1;

  return (
    <main ref={box} className="plugin">
      <h1 className="unseen">{text('title.edit')}</h1>
      {banned || lists.failed ? (
        <PluginTrouble banned={banned} />
      ) : (
        <>
          {offered && <LinkNotice unoffered={offered.unoffered} />}
          <QuoteFields
            state={state}
            pays={pays}
            receives={receives}
            locked={(offered?.query ?? query).locked}
            stale={quote.editing !== false}
            onChange={change}
            onEditing={quote.setEditing}
          />
          <NewQuotesIn state={state} stale={quote.editing !== false} />
          <ContinueButton
            url={
              state.status === 'live' && quote.editing !== 'unreadable'
                ? flowUrl({ ...state, query, refererUrl, hostOrigin: host.origin })
                : null
            }
            onOpened={(flow) => {
              host.send({ type: 'slipway:continue' });
              if (flow) followFlow(flow, host);
            }}
            onBlocked={() => host.send({ type: 'slipway:error', code: 'popup_blocked' })}
          />
          <PaymentIcons state={state} />
        </>
      )}
      <PowerBy />
    </main>
  );
}
