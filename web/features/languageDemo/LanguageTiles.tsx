import '@slipway/look/styles/monoFont.css';
import './languageTiles.css';
import Check from 'lucide-react/icons/check';
import { useId, useState } from 'react';
import { switchLanguage } from '../../i18n/language.ts';
import { listNativeNames } from '../../i18n/nativeNames.ts';
import { text } from '../../i18n/text.ts';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';

type LanguageTilesProps = {
  readonly locales: readonly string[];
  readonly current: string;
};

/**
 * Lists the offered languages by native name; selecting one switches the page. Native radio buttons provide arrow-key
 * navigation.
 */
export function LanguageTiles({ locales, current }: LanguageTilesProps) {
  const id = useId();
  const [failed, setFailed] = useState(false);
  /** The language whose file is loading. */
  const [loadingLocale, setLoadingLocale] = useState<string | null>(null);
  const chosen = loadingLocale ?? current;
  const choose = async (locale: string) => {
    setLoadingLocale(locale);
    setFailed(!(await switchLanguage(locale)));
    setLoadingLocale(null);
  };
  return (
    <fieldset className="language-tiles" aria-describedby={failed ? `${id}-error` : undefined}>
      <legend className="unseen">{text('demoLang.languages')}</legend>
      <div className="language-tiles-grid">
        {listNativeNames(locales).map(({ locale, name, direction }) => (
          <label key={locale} className="language-tile">
            <input
              type="radio"
              name={id}
              value={locale}
              checked={locale === chosen}
              onChange={() => void choose(locale)}
            />
            <span className="language-tile-words">
              <b lang={locale} dir={direction}>
                {name}
              </b>
              <small className="mono" translate="no">
                {locale}
              </small>
            </span>
            {locale === chosen && <Check size={18} strokeWidth={2.4} aria-hidden="true" />}
          </label>
        ))}
      </div>
      {failed && (
        <FieldMessage id={`${id}-error`} icon>
          {text('settings.language_failed')}
        </FieldMessage>
      )}
    </fieldset>
  );
}
