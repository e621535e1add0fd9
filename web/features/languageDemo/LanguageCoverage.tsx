import '@slipway/look/styles/monoFont.css';
import './languageCoverage.css';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { useId } from 'react';
import { formatPercent } from '../../i18n/formatAmount.ts';
import { listTextKeys } from '../../i18n/language.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { text } from '../../i18n/text.ts';
import { Card } from '../../ui/page/Page.tsx';
import { Rows } from '../../ui/rows/Rows.tsx';

/** Shows the writing direction of the current language, its translated share and the texts that fall back to English. */
export function LanguageCoverage({ locale }: { readonly locale: string }) {
  const { all, untranslated } = listTextKeys(locale);
  const done = all.length - untranslated.length;
  const percent = computeTranslatedShare(done, all.length);
  return (
    <Card>
      <div className="language-coverage">
        <h2>{text('demoLang.translation')}</h2>
        <Rows
          items={[
            {
              label: text('demoLang.tag'),
              value: (
                <span className="mono" translate="no">
                  {locale}
                </span>
              ),
            },
            {
              label: text('demoLang.direction'),
              value: textDirection(locale) === 'rtl' ? text('demoLang.right_to_left') : text('demoLang.left_to_right'),
            },
          ]}
        />
        <p className="language-coverage-done">
          <span>
            <RichText
              of="demoLang.translated"
              with={{ done: <b className="num">{done}</b>, all: <b className="num">{all.length}</b> }}
            />
          </span>
          <b className="num">{formatPercent(String(percent), locale)}</b>
        </p>
        <span className="language-coverage-bar" aria-hidden="true">
          <span data-complete={untranslated.length === 0 ? '' : undefined} style={{ inlineSize: `${percent}%` }} />
        </span>
        {untranslated.length === 0 ? (
          <p className="hint">{text('demoLang.complete')}</p>
        ) : (
          <Missing keys={untranslated} />
        )}
      </div>
    </Card>
  );
}

/** Keys are left-to-right, as in the file. */
function Missing({ keys }: { readonly keys: readonly string[] }) {
  const id = useId();
  return (
    <section className="language-missing" aria-labelledby={id}>
      <h3 id={id}>{text('demoLang.missing')}</h3>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <code className="mono" translate="no">
              {key}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whole percent, rounded down: 100 means that every text is translated. */
function computeTranslatedShare(done: number, all: number): number {
  return all === 0 ? 100 : Math.floor((done * 100) / all);
}
