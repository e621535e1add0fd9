import type { Appearance } from '@stripe/stripe-js';

/**
 * Returns the style of the acquirer's fields from the page's design tokens (Stripe's Appearance API). Our custom
 * properties do not reach into the frame, so it gets the values of the current theme.
 */
export function buildFieldsAppearance(): Appearance {
  return buildAppearance('--radius-field');
}

/** Returns the style of a wallet button: as rounded as our buttons, with colours from the theme. */
export function buildWalletAppearance(): Appearance {
  return buildAppearance('--radius-button');
}

function buildAppearance(radius: string): Appearance {
  const style = getComputedStyle(document.documentElement);
  const readToken = (name: string) => style.getPropertyValue(name).trim();
  const [card, ink, muted, edge, tide, bad] = ['--card', '--ink', '--ink-2', '--edge', '--tide', '--bad'].map(
    readToken,
  );
  const isDark = style.colorScheme === 'dark';
  return {
    theme: isDark ? 'night' : 'stripe',
    // The labels are inside, as in our own fields; number, date and code share one box.
    labels: 'floating',
    inputs: 'condensed',
    variables: {
      colorPrimary: tide ?? '',
      colorBackground: card ?? '',
      colorText: ink ?? '',
      colorTextSecondary: muted ?? '',
      colorTextPlaceholder: muted ?? '',
      colorDanger: bad ?? '',
      // Our font is not served to other origins, so the system font is used.
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '13px',
      fontLineHeight: '1.5',
      fontWeightNormal: '500',
      borderRadius: readToken(radius),
      spacingUnit: '4px',
      iconCardErrorColor: bad ?? '',
      iconCardCvcErrorColor: bad ?? '',
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${tide}`, boxShadow: `inset 0 0 0 1px ${tide}`, outline: 'none' },
      '.Input--invalid': { border: `1px solid ${bad}`, boxShadow: `inset 0 0 0 1px ${bad}`, color: ink ?? '' },
      '.Label': { color: muted ?? '', fontWeight: '400' },
      '.Label--focused': { color: tide ?? '' },
      '.Label--invalid': { color: bad ?? '' },
      '.Error': { fontWeight: '500' },
    },
  };
}
