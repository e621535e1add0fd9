import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, themes } from '../appearances.ts';
import { scenes } from '../scenes.ts';
import { buildPicturePath, PICTURES, sizes } from './pictures.ts';

const SIZE_NAMES = Object.keys(sizes);

/** Writes docs/screens/index.html, which shows the pictures of the buyer's app that exist; it needs no server. */
export default async function writeIndex(): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const variants = SIZE_NAMES.flatMap((size) =>
    themes.flatMap((theme) => languages.map((language) => ({ size, theme, language }))),
  );
  const figures = await Promise.all(
    scenes.map(async ({ name, shows, route }) => {
      const images = await Promise.all(
        variants.map(async ({ size, theme, language }) => {
          const variant = `${size}-${theme}-${language}`;
          if (!(await exists(buildPicturePath(name, variant)))) return '';
          const file = `${name}/${variant}.png`;
          return `<a href="${file}" data-size="${size}" data-theme="${theme}" data-language="${language}"><img src="${file}" alt="${escapeHtml(`${shows} (${variant})`)}" loading="lazy"></a>`;
        }),
      );
      return images.join('') === ''
        ? ''
        : `<figure data-words="${escapeHtml(`${name} ${shows} ${route ?? ''}`.toLowerCase())}"><figcaption><b id="${name}">${name}</b> <span>${escapeHtml(shows)}</span> <code>${escapeHtml(route ?? '')}</code></figcaption><div>${images.join('')}</div></figure>`;
    }),
  );
  await writeFile(join(PICTURES, 'index.html'), renderPage(figures.filter((figure) => figure !== '')));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function renderChoices(name: string, values: readonly string[]): string {
  const radios = [...values, 'all'].map(
    (value, index) =>
      `<label><input type="radio" name="${name}" value="${value}"${index === 0 ? ' checked' : ''}>${value}</label>`,
  );
  return `<fieldset><legend>${name}</legend>${radios.join('')}</fieldset>`;
}

function renderPage(figures: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slipway: every screen</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; --line: light-dark(#d8d2c4, #343a45); --quiet: light-dark(#5a5f69, #a5a9b2); background: light-dark(#ece8dd, #0b0d11) }
  body { margin: 0 }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; padding: 12px 24px; border-bottom: 1px solid var(--line); background: light-dark(#fffdf9, #181b21) }
  h1 { margin: 0; font-size: 17px }
  fieldset { display: flex; gap: 10px; margin: 0; padding: 0; border: 0 }
  legend { float: left; padding: 0 10px 0 0; color: var(--quiet) }
  label { display: inline-flex; gap: 4px; align-items: center }
  input[type=search] { flex: 1; min-width: 160px; padding: 6px 10px; border: 1px solid var(--line); border-radius: 8px; font: inherit; background: none }
  main { display: flex; flex-wrap: wrap; gap: 32px 24px; padding: 24px }
  figure { margin: 0; max-width: 100% }
  figure > div { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start }
  figcaption { max-width: 640px; padding-bottom: 8px; color: var(--quiet) }
  figcaption b { color: light-dark(#15181e, #f3f0e9) }
  figcaption code { font-size: 13px }
  img { display: block; border: 1px solid var(--line); border-radius: 8px; background: var(--line) }
  a[data-size=phone] img { width: 281px; min-height: 280px }
  a[data-size=desktop] img { width: 640px; min-height: 320px }
  [hidden] { display: none !important }
</style>
<header>
  <h1>Every screen</h1>
  ${renderChoices('size', SIZE_NAMES)}
  ${renderChoices('theme', themes)}
  ${renderChoices('language', languages)}
  <input type="search" placeholder="Name, words or route" aria-label="Search">
  <output></output>
</header>
<main>${figures.join('\n')}</main>
<script>
  const axes = ['size', 'theme', 'language'];
  const search = document.querySelector('input[type=search]');
  function show() {
    const chosen = axes.map((axis) => [axis, document.querySelector('input[name=' + axis + ']:checked').value]);
    const words = search.value.toLowerCase().split(/\\s+/);
    let count = 0;
    for (const link of document.querySelectorAll('figure a')) {
      link.hidden = chosen.some(([axis, value]) => value !== 'all' && link.dataset[axis] !== value);
    }
    for (const figure of document.querySelectorAll('figure')) {
      figure.hidden = !words.every((word) => figure.dataset.words.includes(word)) || !figure.querySelector('a:not([hidden])');
      if (!figure.hidden) count += 1;
    }
    document.querySelector('output').textContent = count + ' scenes';
  }
  addEventListener('input', show);
  show();
</script>
</html>
`;
}
