import './plugin.css';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useCountries } from '../features/catalog/catalogQueries.ts';
import { useCurrencyLists } from '../features/catalog/useCurrencyLists.ts';
import { emptyDraft } from '../features/draft/draft.ts';
import { findReferer } from '../features/draft/references.ts';
import { buildInitialInquiry } from '../features/quote/link/buildInitialInquiry.ts';
import { LinkNotice } from '../features/quote/link/LinkNotice.tsx';
import { reduceToOffered } from '../features/quote/link/reduceToOffered.ts';
import type { Inquiry, QuoteState } from '../features/quote/quoteReducer.ts';
import { checkInquiry } from '../features/quote/quoteRules.ts';
import { useQuote } from '../features/quote/useQuote.ts';
import { track } from '../features/tracking/track.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { buildFlowUrl } from './buildFlowUrl.ts';
import { ContinueButton } from './ContinueButton.tsx';
import { forwardFlowMessages } from './forwardFlowMessages.ts';
import type { Host } from './host.ts';
import { PaymentIcons } from './PaymentIcons.tsx';
import { PowerBy } from './PowerBy.tsx';
import { QuoteFields } from './QuoteFields.tsx';
import { QuoteRefreshCountdown } from './QuoteRefreshCountdown.tsx';
import { readPluginQuery } from './readPluginQuery.ts';

type PluginPageProps = {
  /** Query of the page's URL. */
  readonly search: string;
  readonly host: Host;
};

/** The buy page inside a partner's page: two amounts and the link to the full purchase. */
export function PluginPage({ search, host }: PluginPageProps) {
  const query = useMemo(() => readPluginQuery(search), [search]);
  const refererUrl = findReferer({ search, referrer: document.referrer, origin: location.origin });
  const countries = useCountries();
  const { payCurrencies, receiveCurrencies, findPayCurrency, findReceiveCurrency, ...lists } = useCurrencyLists(
    query.offerType,
  );
  const box = useRef<HTMLElement>(null);
  useReportHeight(box, host);

  const quote = useQuote({ ...query, references: () => ({ reference: query.reference, refererUrl }) }, (inquiry) =>
    checkInquiry(inquiry, findPayCurrency(inquiry.sendCurrency), findReceiveCurrency(inquiry.getCurrency)),
  );
  const { state, ask } = quote;
  useReportQuote(state, host);

  const offered =
    payCurrencies &&
    receiveCurrencies &&
    reduceToOffered(query, { pay: payCurrencies, receive: receiveCurrencies, offerType: lists.offerType });
  useEffect(() => {
    if (!offered || state.status !== 'idle') return;
    const { normalCurrency } = lists;
    ask(
      buildInitialInquiry(offered.query, emptyDraft, {
        pay: payCurrencies,
        receive: receiveCurrencies,
        normalCurrency,
      }),
    );
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
            pays={payCurrencies}
            receives={receiveCurrencies}
            locked={(offered?.query ?? query).locked}
            stale={quote.editing !== false}
            onChange={change}
            onEditing={quote.setEditing}
          />
          <QuoteRefreshCountdown state={state} stale={quote.editing !== false} />
          <ContinueButton
            url={
              state.status === 'live' && quote.editing !== 'unreadable'
                ? buildFlowUrl({ ...state, query, refererUrl, hostOrigin: host.origin })
                : null
            }
            onOpened={(flow) => {
              host.send({ type: 'slipway:continue' });
              if (flow) forwardFlowMessages(flow, host);
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

/** Shown instead of the fields if nothing can be bought here. */
function PluginTrouble({ banned }: { readonly banned: boolean }) {
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

/** Reports the content's height to the host on mount and whenever it changes. */
function useReportHeight(box: RefObject<HTMLElement | null>, host: Host): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => Math.ceil(element.getBoundingClientRect().height);
    let reported = measure();
    // Sent at once, because browsers do not observe sizes in a frame that is not scrolled into view.
    host.send({ type: 'slipway:ready', height: reported, title: document.title });
    const observer = new ResizeObserver(() => {
      const height = measure();
      if (height === reported) return;
      host.send({ type: 'slipway:resize', height });
      reported = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, host]);
}

/** Reports each quote to the host once. */
function useReportQuote(state: QuoteState, host: Host): void {
  const quote = state.status === 'live' ? state.quote : null;
  useEffect(() => {
    if (!quote) return;
    const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, expireTime } = quote;
    host.send({
      type: 'slipway:quote',
      sendCurrency,
      sendCurrencyAmount,
      getCurrency,
      getCurrencyAmount,
      expireTime,
    });
  }, [quote, host]);
}
