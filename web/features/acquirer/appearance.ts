import type { Appearance } from '@stripe/stripe-js';

/**
 * The look of the acquirer's own fields, from the page's tokens (Stripe's Appearance API). The frame knows none of our
 * custom properties: it gets the values of the current theme.
 */
export function fieldsAppearance(): Appearance {
  return appearanceWith('--radius-field');
}

/** The same for a wallet's button, which is as round as our buttons; its colours follow the theme. */
export function walletAppearance(): Appearance {
  return appearanceWith('--radius-button');
}

function appearanceWith(radius: string): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const [card, ink, muted, edge, tide, bad] = ['--card', '--ink', '--ink-2', '--edge', '--tide', '--bad'].map(token);
  const isDark = style.colorScheme === 'dark';
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: tide ?? '',
      colorBackground: card ?? '',
      colorText: ink ?? '',
      colorTextSecondary: muted ?? '',
      colorTextPlaceholder: muted ?? '',
      colorDanger: bad ?? '',
      // Our own face is not let out of our origin; the system's stands in for it.
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '13px',
      fontLineHeight: '1.5',
      fontWeightNormal: '500',
      borderRadius: token(radius),
      spacingUnit: '4px',
      gridRowSpacing: '8px',
      gridColumnSpacing: '8px',
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none', padding: '17px 13px' },
      '.Input:focus': { border: `1px solid ${tide}`, boxShadow: `inset 0 0 0 1px ${tide}`, outline: 'none' },
      '.Input--invalid': { border: `1px solid ${bad}`, boxShadow: `inset 0 0 0 1px ${bad}`, color: ink ?? '' },
      '.Label': { color: muted ?? '', fontWeight: '400' },
      '.Label--invalid': { color: bad ?? '' },
      '.Error': { fontWeight: '500' },
    },
  };
}
