import { describe, expect, test } from 'vitest';
import { maskAttributes } from './maskAttributes.ts';
import { maskEvent } from './maskEvent.ts';
import { collectOwnTexts, maskText } from './maskText.ts';

const ownTexts = collectOwnTexts({
  a: ['Wallet Address'],
  b: ['Fee: ', ['fee']],
  c: [' ', ['x'], ', '],
  d: 'Continue',
});

/** Personal data as it appears on pages. */
const PRIVATE = [
  'anna@example.com',
  'Anna Weber',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '2ZZC583FAYCFDQL3PDM2',
  'DE75512108001245126199',
  '1,234.56 EUR',
];

describe('text', () => {
  test('of the product is kept, also between placeholders, and all other text is masked', () => {
    expect(maskText('Wallet Address', ownTexts)).toBe('Wallet Address');
    expect(maskText('Fee: ', ownTexts)).toBe('Fee: ');
    expect(maskText('Continue', ownTexts)).toBe('Continue');
    expect(maskText('Fee: 4.20 EUR', ownTexts)).toMatch(/^•+$/);
    expect(maskText('  ', ownTexts)).toBe('  ');
    for (const secret of PRIVATE) expect(maskText(secret, ownTexts)).toMatch(/^•+$/);
  });

  test('is masked by a number of dots that is a multiple of four, up to a limit', () => {
    expect(maskText('Ann', ownTexts)).toBe(maskText('Anna', ownTexts));
    expect(maskText('x'.repeat(5000), ownTexts)).toHaveLength(120);
  });
});

describe('attributes', () => {
  test('removes personal names, links and values', () => {
    const masked = maskAttributes(
      {
        class: 'field',
        id: 'r1',
        name: 'Anna Weber',
        value: 'anna@example.com',
        title: PRIVATE[2],
        'aria-label': 'Anna Weber',
        'data-address': PRIVATE[2],
        href: '/order-status?orderNo=2ZZC583FAYCFDQL3PDM2',
        placeholder: 'Wallet Address',
        alt: 'Anna',
        content: 'x',
        constructor: 'x',
      },
      ownTexts,
    );
    expect(masked).toEqual({ class: 'field', value: '••••', placeholder: 'Wallet Address' });
  });

  test('keeps an image of the product without a query', () => {
    const ownImage = 'https://buy.example/images/coins/btc.svg';
    expect(maskAttributes({ src: ownImage }, ownTexts)).toEqual({ src: ownImage });
    for (const src of [`${ownImage}?u=anna`, 'data:image/png;base64,AAAA', 'https://buy.example/photo/anna.png', 7])
      expect(maskAttributes({ src }, ownTexts)).toEqual({});
  });

  test('keeps an icon’s path and removes a payment’s QR code', () => {
    expect(maskAttributes({ d: 'M4 5h16' }, ownTexts)).toEqual({ d: 'M4 5h16' });
    expect(maskAttributes({ d: 'M0 0h1v1h-1z'.repeat(100) }, ownTexts)).toEqual({});
  });

  test('keeps styles without URLs, and removals of attributes', () => {
    expect(maskAttributes({ style: { 'font-size': '33px' }, open: null }, ownTexts)).toEqual({
      style: { 'font-size': '33px' },
      open: null,
    });
    expect(
      maskAttributes({ style: 'width: 30%; background: url(https://evil.example/anna); --name: "Anna"' }, ownTexts),
    ).toEqual({ style: 'width: 30%' });
    const changes = { '--name': 'Anna', '--share': '0.5', '--gone': false, color: ['red', 'important'] };
    expect(maskAttributes({ style: changes }, ownTexts)).toEqual({
      style: { '--share': '0.5', '--gone': false, color: ['red', 'important'] },
    });
  });
});

describe('events', () => {
  const at = 1;
  const createText = (value: string) => ({ type: 3, id: 9, textContent: value });
  const input = { type: 2, id: 8, tagName: 'input', attributes: { value: 'Anna Weber' }, childNodes: [] };
  const createPage = (...childNodes: object[]) => ({
    type: 2,
    id: 7,
    tagName: 'p',
    attributes: {},
    childNodes,
    extra: 'Anna',
  });

  test('contain no personal data in a page, a change or an input', () => {
    const recorded = PRIVATE.flatMap((secret) => [
      {
        type: 2,
        timestamp: at,
        data: { node: createPage(createText(secret), input), initialOffset: { left: 0, top: 0 } },
      },
      {
        type: 3,
        timestamp: at,
        data: {
          source: 0,
          adds: [{ parentId: 1, nextId: null, node: createPage(createText(secret)), note: secret }],
          texts: [{ id: 9, value: secret }],
          attributes: [{ id: 8, attributes: { value: secret, title: secret, style: { '--x': secret } } }],
          removes: [],
        },
      },
      { type: 3, timestamp: at, data: { source: 5, id: 8, text: secret, isChecked: false } },
      { type: 4, timestamp: at, data: { href: `https://buy.example/buy/${secret}?x=${secret}`, width: 1, height: 1 } },
    ]);
    const masked = recorded.map((event) => maskEvent(event, ownTexts));
    expect(masked.every((event) => event !== null)).toBe(true);
    for (const secret of PRIVATE) expect(JSON.stringify(masked)).not.toContain(secret);
    expect(JSON.stringify(masked)).not.toContain('Anna');
    expect(masked[3]?.data).toEqual({ href: 'https://buy.example/buy', width: 1, height: 1 });
  });

  test('mask typed text to the same dots at any length', () => {
    const createInputEvent = (value: string) => ({
      type: 3,
      timestamp: at,
      data: { source: 5, id: 8, text: value, isChecked: false },
    });
    expect(maskEvent(createInputEvent('1'), ownTexts)).toEqual(maskEvent(createInputEvent('100000.00'), ownTexts));
  });

  test.each([7, 8, 9, 10, 11, 12, 13, 14, 15, 16])('are discarded for source %i', (source) => {
    expect(maskEvent({ type: 3, timestamp: at, data: { source, text: 'Anna' } }, ownTexts)).toBeNull();
  });

  test.each([5, 6, 99])('are discarded for kind %i', (type) => {
    expect(maskEvent({ type, timestamp: at, data: { payload: 'Anna' } }, ownTexts)).toBeNull();
  });

  test('keep the structure that a player needs', () => {
    const node = {
      type: 0,
      id: 1,
      childNodes: [{ type: 1, id: 2, name: 'html', publicId: '', systemId: '' }, createPage(createText('Continue'))],
    };
    const masked = maskEvent({ type: 2, timestamp: at, data: { node, initialOffset: { left: 0, top: 3 } } }, ownTexts);
    expect(masked).toMatchObject({
      type: 2,
      timestamp: at,
      data: {
        initialOffset: { left: 0, top: 3 },
        node: {
          type: 0,
          id: 1,
          childNodes: [
            { type: 1, id: 2, name: 'html' },
            { type: 2, id: 7, tagName: 'p', childNodes: [{ type: 3, id: 9, textContent: 'Continue' }] },
          ],
        },
      },
    });
  });
});
