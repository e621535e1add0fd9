import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseAcceptLanguage, readPreferences } from './readerPreferences.ts';

test('orders languages by quality and leaves out refused ones', () => {
  expect(parseAcceptLanguage('da, en-GB;q=0.8, en;q=0.7, fr;q=0')).toEqual(['da', 'en-GB', 'en']);
  expect(parseAcceptLanguage('en;q=0.5,*;q=0.1,de')).toEqual(['de', 'en', '*']);
  expect(parseAcceptLanguage('en ; q=0.5, de;Q=0.9')).toEqual(['de', 'en']);
  expect(parseAcceptLanguage('')).toEqual([]);
});

test('prefers the cookie set over HTTPS to the former one', async () => {
  const app = fastify();
  await app.register(fastifyCookie);
  app.get('/', async (request) => readPreferences(request));
  const read = async (cookies: Record<string, string>) => (await app.inject({ url: '/', cookies })).json() as object;
  expect(await read({ locale: 'de-DE', theme: 'dark' })).toMatchObject({ locale: 'de-DE', theme: 'dark' });
  expect(await read({ locale: 'de-DE', '__Host-locale': 'es-ES' })).toMatchObject({ locale: 'es-ES' });
  await app.close();
});
