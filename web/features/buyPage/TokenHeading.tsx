import './tokenHeading.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Flame from 'lucide-react/icons/flame';
import { getLocale, text } from '../../i18n/text.ts';
import { Coin } from '../../ui/picture/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import type { TokenInfo } from './buyRules.ts';
import { volumeText } from './volumeText.ts';

type TokenHeadingProps = {
  /** Undefined while loading. */
  readonly info: TokenInfo | undefined;
  /** Undefined if the crypto is fixed. */
  readonly onPick: (() => void) | undefined;
};

/** Shows the crypto for sale: picture, symbol, name and traded volume. */
export function TokenHeading({ info, onPick }: TokenHeadingProps) {
  if (!info) return <TokenSkeleton />;
  return (
    <section className="token card" data-lift="">
      <div className="token-face">
        <Coin src={info.imgUrl} symbol={info.symbol} size={52} />
        <div className="token-words">
          <h2>
            <span>{info.symbol}</span>
            {info.isHot && (
              <StatusTag tone="warn">
                <Flame size={13} strokeWidth={2.4} aria-hidden="true" />
                {text('buyPage.hot')}
              </StatusTag>
            )}
          </h2>
          <p>{formatTokenName(info)}</p>
        </div>
        {onPick && (
          <button type="button" className="token-pick" aria-haspopup="dialog" onClick={onPick}>
            <span>{text('buyPage.change')}</span>
            <ChevronDown size={18} strokeWidth={2.2} aria-hidden="true" />
          </button>
        )}
      </div>
      <dl className="token-volume">
        <dt>
          {text('buyPage.volume')}
          <Tooltip label={text('buyPage.about_volume')}>{text('buyPage.volume_meaning')}</Tooltip>
        </dt>
        <dd className={info.vol24 === null ? undefined : 'num'}>
          {info.vol24 === null ? text('buyPage.volume_unknown') : volumeText(info.vol24, getLocale())}
        </dd>
      </dl>
    </section>
  );
}

/** Returns `Ether on Base`, or just the name for a coin whose network has the same name. */
function formatTokenName({ currency, networkName }: TokenInfo): string {
  return currency === networkName ? currency : text('buyPage.on_network', { name: currency, network: networkName });
}

function TokenSkeleton() {
  return (
    <div className="token card" data-lift="" aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <div className="token-face">
        <Skeleton width={52} height={52} round />
        <div className="token-words token-skeleton">
          <Skeleton width={72} height={22} />
          <Skeleton width={120} height={14} />
        </div>
      </div>
      <div className="token-volume">
        <Skeleton height={24} />
      </div>
    </div>
  );
}
