import { describe, expect, test } from 'vitest';
import { ensureStorage } from './ensureStorage.ts';

const throwDenied = () => {
  throw new DOMException('denied', 'SecurityError');
};

/** Simulates a document of the on-ramp in a browser with cookies but without storage. */
function openPage(name = '', cookies = new Map<string, string>()) {
  const document = {
    get cookie() {
      return [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    },
    set cookie(written: string) {
      const [, key = '', value = '', maxAge = ''] = /^([^=]+)=([^;]*); .*Max-Age=(\d+)/.exec(written) ?? [];
      if (maxAge === '0') cookies.delete(key);
      else cookies.set(key, value);
    },
  };
  const location = { origin: 'https://pay.example', protocol: 'https:' };
  const page = { name, document, location, navigation: new EventTarget() } as unknown as Window;
  return Object.defineProperties(page, {
    localStorage: { get: throwDenied, configurable: true },
    sessionStorage: { get: throwDenied, configurable: true },
  });
}

test('replaces denied storage with memory', () => {
  const page = openPage();
  ensureStorage(page);
  page.localStorage.setItem('draft', 'a');
  expect(page.localStorage.getItem('draft')).toBe('a');
  expect(page.sessionStorage.getItem('draft')).toBeNull();
  expect([page.localStorage.length, page.localStorage.key(0), page.localStorage.key(1)]).toEqual([1, 'draft', null]);
  page.localStorage.removeItem('draft');
  expect(page.localStorage.length).toBe(0);
});

test('replaces full storage and keeps storage that works', () => {
  const works = { setItem: () => undefined, removeItem: () => undefined };
  const page = {
    localStorage: { ...works, setItem: throwDenied },
    sessionStorage: works,
    name: '',
  } as unknown as Window;
  ensureStorage(page);
  page.localStorage.setItem('draft', 'a');
  expect(page.localStorage.getItem('draft')).toBe('a');
  expect(page.sessionStorage).toBe(works);
});

describe('memory that replaces storage', () => {
  function navigate(page: Window, url: string, { sameDocument = false, downloadRequest = null as string | null } = {}) {
    const { navigation } = page as unknown as { readonly navigation: EventTarget };
    navigation.dispatchEvent(
      Object.assign(new Event('navigate'), { destination: { url, sameDocument }, downloadRequest }),
    );
  }

  function openFilledPage(cookies?: Map<string, string>) {
    const page = openPage('shop', cookies);
    ensureStorage(page);
    page.localStorage.setItem('userInfo', 'token');
    page.sessionStorage.setItem('draft', 'a');
    return page;
  }

  test('is passed to the next document of the origin, and window.name is kept', () => {
    const cookies = new Map<string, string>();
    const page = openFilledPage(cookies);
    navigate(page, 'https://pay.example/select-card');
    const next = openPage(page.name, cookies);
    ensureStorage(next);
    expect(cookies.size).toBe(0);
    expect(next.localStorage.getItem('userInfo')).toBe('token');
    expect(next.sessionStorage.getItem('draft')).toBe('a');
    expect(next.name).toBe('shop');
  });

  test.each([
    ['without a cookie', undefined],
    ['with the cookie of another navigation', 'another'],
    ['with an empty cookie', ''],
  ])('is not read from a window.name that another page wrote, %s', (_name, proof) => {
    const page = openFilledPage();
    navigate(page, 'https://pay.example/select-card');
    const next = openPage(page.name, new Map(proof === undefined ? [] : [['__Host-storageProof', proof]]));
    ensureStorage(next);
    expect(next.localStorage.getItem('userInfo')).toBeNull();
    expect(next.name).toBe('');
  });

  test('is empty if window.name is invalid', () => {
    const page = openPage('slipway-storage:{"proof":"undefined",');
    ensureStorage(page);
    expect(page.localStorage.length).toBe(0);
  });

  test.each([
    ['another origin', 'https://bank.example/', {}],
    ['the same document', 'https://pay.example/email-login', { sameDocument: true }],
    ['a download', 'https://pay.example/receipt', { downloadRequest: '' }],
  ])('is not passed to %s', (_name, url, options) => {
    const page = openFilledPage();
    navigate(page, url, options);
    expect(page.name).toBe('shop');
  });

  test('is not passed to another origin after an aborted navigation', () => {
    const page = openFilledPage();
    navigate(page, 'https://pay.example/select-card');
    navigate(page, 'https://bank.example/');
    expect(page.name).toBe('shop');
  });
});
