import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadOfferedLocales, switchLanguage, useLocale } from '../../i18n/language.ts';
import { listNativeNames } from '../../i18n/nativeNames.ts';
import { text } from '../../i18n/text.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';

/** Selects one of the languages that the operator offers, each in its native name. */
export function LanguageField() {
  const current = useLocale();
  const [failed, setFailed] = useState(false);
  const offered = useQuery({
    queryKey: ['languages'],
    queryFn: loadOfferedLocales,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const locales = offered.data?.includes(current) ? offered.data : [current, ...(offered.data ?? [])];
  const change = async (locale: string) => setFailed(!(await switchLanguage(locale)));
  return (
    <SelectField
      label={text('menu.language')}
      name="language"
      value={current}
      options={listNativeNames(locales).map(({ locale, name, direction }) => ({
        value: locale,
        label: name,
        lang: locale,
        dir: direction,
      }))}
      error={failed && text('settings.language_failed')}
      onChange={(locale) => void change(locale)}
    />
  );
}
