import './languageDemo.css';
import { useQuery } from '@tanstack/react-query';
import { LanguageCoverage } from '../features/languageDemo/LanguageCoverage.tsx';
import { LanguageSamples } from '../features/languageDemo/LanguageSamples.tsx';
import { LanguageTiles } from '../features/languageDemo/LanguageTiles.tsx';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { loadOfferedLocales, useLocale } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/page/Page.tsx';

/** Preview of the product in each language, for translators and the operator. */
export function LanguageDemo() {
  const current = useLocale();
  const { data } = useQuery({
    queryKey: ['languages'],
    queryFn: loadOfferedLocales,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const offered = data ?? [];
  const locales = offered.includes(current) ? offered : [current, ...offered];
  return (
    <Page layout="wide" actions={<MenuButton />} aside={<LanguageCoverage locale={current} />} asideEverywhere>
      <p className="hint language-demo-hint">{text('demoLang.intro')}</p>
      <LanguageTiles locales={locales} current={current} />
      <div className="language-demo-samples">
        <LanguageSamples locale={current} />
      </div>
    </Page>
  );
}
