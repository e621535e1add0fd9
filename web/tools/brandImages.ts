import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { markedBrands, methodIcons } from './methodPictures.ts';

const require = createRequire(import.meta.url);
const flagsFolder = join(dirname(require.resolve('circle-flags/package.json')), 'flags');

/** Coins with a picture, by symbol; `cbBTC` and similar ones have none and show their first letter. */
const coins = (
  'AAVE ADA APE ARB ATOM AVAX BCH BNB BTC CRO DAI DOGE DOT ETH EURC LINK LTC NEAR OP POL PYUSD SHIB SOL SUI TRX UNI ' +
  'USDC USDT WBTC XLM XRP'
).split(' ');

/** Currencies whose code does not begin with a country's code. */
const currencyFlags: Readonly<Record<string, string>> = { eur: 'eu' };

const INK = '#15181e';

const ownMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44" fill="none" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round"><rect width="44" height="44" rx="13" fill="${INK}"/><path d="M23 27H33" stroke="#93a9ff"/><path d="M11 15l12 12" stroke="#f3f0e9"/></svg>`;

/** Returns the content of each picture by its path below the site's root. The server uses these paths in its responses. */
export function listBrandImages(): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());
  for (const file of readdirSync(flagsFolder).filter((name) => /^[a-z]{2}\.svg$/.test(name))) {
    images.set(`images/flags/${file}`, readFileSync(join(flagsFolder, file), 'utf8'));
  }
  for (const code of currencies) {
    const file = join(flagsFolder, `${currencyFlags[code] ?? code.slice(0, 2)}.svg`);
    if (existsSync(file)) images.set(`images/currencies/${code}.svg`, readFileSync(file, 'utf8'));
  }
  for (const symbol of coins) images.set(`images/coins/${symbol.toLowerCase()}.svg`, readCoinImage(symbol));
  for (const [method, icon] of methodIcons) images.set(`images/methods/${method}.svg`, renderLucideImage(icon));
  for (const [method, brand] of markedBrands) {
    images.set(
      `images/methods/${method}.svg`,
      readFileSync(require.resolve(`simple-icons/icons/${brand}.svg`), 'utf8'),
    );
  }
  images.set('images/offers/slipway.svg', ownMark);
  return images;
}

/** The icon set stores each picture as a module that exports its markup as one string. */
function readCoinImage(symbol: string): string {
  const source = readFileSync(require.resolve(`@web3icons/core/svgs/tokens/background/${symbol}.svg.js`), 'utf8');
  const markup = /'(<svg[\s\S]*<\/svg>)\s*(?:\\n)?'/.exec(source)?.[1];
  if (!markup) throw new Error(`no picture of ${symbol}`);
  return markup.replaceAll('\\n', '\n').replaceAll("\\'", "'");
}

function renderLucideImage(icon: string): string {
  const { default: icons } = { default: require('lucide-react') as Record<string, unknown> };
  const name = icon.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const { createElement } = require('react') as typeof import('react');
  const { renderToStaticMarkup } = require('react-dom/server') as typeof import('react-dom/server');
  const component = icons[name] as Parameters<typeof createElement>[0];
  return renderToStaticMarkup(createElement(component, { color: INK } as object));
}

/** Serves the pictures in development and copies only these into the build. */
export function brandImagesPlugin(): Plugin {
  const images = listBrandImages();
  return {
    name: 'slipway-brand-images',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const image = images.get((request.url ?? '').replace(/^\//, '').replace(/\?.*$/, ''));
        if (!image) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(image);
      });
    },
    generateBundle() {
      for (const [fileName, source] of images) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
