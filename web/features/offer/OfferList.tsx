import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import Lock from 'lucide-react/icons/lock';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Logo } from '../../ui/picture/Logo.tsx';
import { type OfferFact, OfferRow } from '../../ui/rows/OfferRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { computeOfferLoss, type Offer, sumOfferFees } from './computeOfferLoss.ts';
import { mustShowBinding } from './mustShowBinding.ts';
import './offerList.css';

type OfferListProps = {
  /** Best first, as sorted by the server. */
  readonly offers: readonly Offer[];
  readonly symbol: string;
  readonly payCurrency: string;
  readonly payMethod: string;
  /** Formats a price for display. */
  readonly formatPrice: (price: string) => string;
  /** The offer that was chosen and is being processed. */
  readonly chosenOfferType: string;
  readonly onChoose: (offer: Offer) => void;
};

/** Shows each provider's offer as a button. */
export function OfferList({
  offers,
  symbol,
  payCurrency,
  payMethod,
  formatPrice,
  chosenOfferType,
  onChoose,
}: OfferListProps) {
  const [best] = offers;
  const traits = findPayMethodTraits(payMethod);
  const hasBindings = mustShowBinding(offers, payMethod);
  return (
    <ul className="stack-10">
      {offers.map((offer) => (
        <li key={offer.offerType}>
          <OfferRow
            name={offer.offerName}
            logo={<Logo src={offer.offerImg} name={offer.offerName} size={44} />}
            amount={<AmountText amount={offer.offerGetAmount} code={symbol} />}
            note={
              offer === best || !best ? (
                <RichText
                  of={traits?.priced === 'at_receipt' ? 'selectOffer.estimate_at_price' : 'selectOffer.at_price'}
                  with={{ price: <AmountText amount={formatPrice(offer.price)} code={payCurrency} /> }}
                />
              ) : (
                <LossNote offer={offer} best={best} payCurrency={payCurrency} />
              )
            }
            tag={offer.bestRate ? text('selectOffer.best_rate') : undefined}
            binding={hasBindings && !offer.worseAtCheckout && <Binding offer={offer} />}
            warning={offer.worseAtCheckout ? text('selectOffer.worse') : undefined}
            facts={buildOfferFacts(offer, traits?.daysUnderWay ?? 0)}
            working={chosenOfferType === offer.offerType}
            onClick={() => onChoose(offer)}
          />
        </li>
      ))}
    </ul>
  );
}

function Binding({ offer }: { readonly offer: Offer }) {
  if (offer.offerType !== OWN_OFFER_TYPE) return <StatusTag tone="mute">{text('selectOffer.repriced')}</StatusTag>;
  return (
    <StatusTag tone="good">
      <Lock size={13} strokeWidth={2.4} aria-hidden="true" />
      {text('selectOffer.locked')}
    </StatusTag>
  );
}

function LossNote({
  offer,
  best,
  payCurrency,
}: {
  readonly offer: Offer;
  readonly best: Offer;
  readonly payCurrency: string;
}) {
  const loss = computeOfferLoss(offer, best);
  if (!loss) return <>{text('selectOffer.same')}</>;
  return (
    <RichText
      of={loss.kind === 'less' ? 'selectOffer.less' : 'selectOffer.more'}
      with={{ amount: <AmountText amount={loss.amount} code={payCurrency} /> }}
    />
  );
}

function buildOfferFacts(offer: Offer, daysUnderWay: number): OfferFact[] {
  const arrives = daysUnderWay > 0 ? 'selectOffer.bank_days' : 'selectOffer.minutes';
  return [
    { label: text('selectOffer.arrives'), value: text(arrives, { minutes: offer.expectedMinutes }) },
    {
      label: text('selectOffer.identity'),
      value: text(offer.needsAccount ? 'selectOffer.account' : `selectOffer.identity_${offer.identity}`),
    },
    { label: text('selectOffer.fees'), value: <AmountText amount={sumOfferFees(offer)} code={offer.feeCurrency} /> },
    ...(offer.record ? [{ label: text('selectOffer.record'), value: formatTrackRecord(offer.record) }] : []),
  ];
}

function formatTrackRecord({ medianPercent, worstPercent }: NonNullable<Offer['record']>): string {
  return text('selectOffer.record_value', { median: `${medianPercent} %`, worst: `${worstPercent} %` });
}

export function OfferListSkeleton() {
  return (
    <div className="stack-10" aria-live="polite">
      <span className="unseen">{text('selectOffer.loading')}</span>
      {[0, 1].map((index) => (
        <div key={index} className="offer-skeleton">
          <Skeleton width={44} height={44} />
          <Skeleton width="38%" height={18} />
          <Skeleton width="30%" height={18} />
          <Skeleton height={34} />
        </div>
      ))}
    </div>
  );
}
