import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import Check from 'lucide-react/icons/check';
import { useEffect, useId, useState } from 'react';
import { loadOfferedLocales, switchLanguage, useLocale } from '../../i18n/language.ts';
import { listNativeNames } from '../../i18n/nativeNames.ts';
import { text } from '../../i18n/text.ts';

/** Lists the languages that the operator offers, by native name; a press switches the page's language. */
export function LanguageSwitch() {
  const current = useLocale();
  const heading = useId();
  const [locales, setLocales] = useState<readonly string[]>([FALLBACK_LOCALE]);
  useEffect(() => {
    let isUnmounted = false;
    void loadOfferedLocales().then((offered) => {
      if (!isUnmounted) setLocales(offered);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return (
    <fieldset className="menu-languages" aria-labelledby={heading}>
      <p id={heading} className="menu-heading">
        {text('menu.language')}
      </p>
      {listNativeNames(locales).map(({ locale, name, direction }) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          dir={direction}
          aria-pressed={locale === current}
          onClick={() => void switchLanguage(locale)}
        >
          {locale === current && <Check size={16} strokeWidth={2.4} aria-hidden="true" />}
          {name}
        </button>
      ))}
    </fieldset>
  );
}
