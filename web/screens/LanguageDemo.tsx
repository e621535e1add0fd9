import './languageDemo.css';
import { useQuery } from '@tanstack/react-query';
import { LanguageCoverage } from '../features/languageDemo/LanguageCoverage.tsx';
import { LanguageSamples } from '../features/languageDemo/LanguageSamples.tsx';
import { LanguageTiles } from '../features/languageDemo/LanguageTiles.tsx';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { offeredLocales, useLocale } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { Page } from '../ui/Page.tsx';

/** How the product reads in each language, for those who translate it and for its operator. */
export function LanguageDemo() {
  const present = useLocale();
  const { data } = useQuery({ queryKey: ['languages'], queryFn: offeredLocales, staleTime: Number.POSITIVE_INFINITY });
  const offered = data ?? [];
  const locales = offered.includes(present) ? offered : [present, ...offered];
  return (
    <Page layout="wide" actions={<MenuButton />} aside={<LanguageCoverage locale={present} />} asideEverywhere>
      <p className="hint language-demo-hint">{text('demoLang.intro')}</p>
      <LanguageTiles locales={locales} present={present} />
      <div className="language-demo-samples">
        <LanguageSamples locale={present} />
      </div>
    </Page>
  );
}
