import { expect, test } from 'vitest';
import { pkcs11Uri } from './pkcs11Uri.ts';

const LIBRARY = 'module-path=/usr/lib/softhsm/libsofthsm2.so';
const PIN = 'pin-source=file:/etc/slipway/pin';
const key = {
  modulePath: '/usr/lib/softhsm/libsofthsm2.so',
  token: 'treasury',
  id: '01',
  object: undefined,
  pinFile: '/etc/slipway/pin',
};

test.each([
  [`pkcs11:token=treasury;id=%01;type=private?${LIBRARY}&${PIN}`, key],
  [`pkcs11:id=%01;token=treasury?${PIN}&${LIBRARY}`, key],
  [`pkcs11:token=treasury;id=%01?${LIBRARY}&pin-source=/etc/slipway/pin`, key],
  [`pkcs11:token=treasury;id=%01?${LIBRARY}&pin-source=file:///etc/slipway/pin`, key],
  [`pkcs11:token=treasury;object=evm%20key;id=%01?${LIBRARY}&${PIN}`, { ...key, object: 'evm key' }],
  [`pkcs11:token=Gr%C3%BCn%3B;id=a%FF%00b?${LIBRARY}&${PIN}`, { ...key, token: 'Grün;', id: '61ff0062' }],
])('parses %s', (uri, expected) => {
  expect(pkcs11Uri.parse(uri)).toEqual(expected);
});

test.each([
  ['', 'must be written like pkcs11:'],
  ['file:/etc/key', 'must be written like pkcs11:'],
  [`pkcs11:token;id=%01?${LIBRARY}&${PIN}`, 'must be written like pkcs11:'],
  [`pkcs11:id=%01?${LIBRARY}&${PIN}`, 'must name the token by its label'],
  [`pkcs11:token=treasury;object=evm?${LIBRARY}&${PIN}`, 'must name the key by its id'],
  [`pkcs11:token=treasury;id=%0?${LIBRARY}&${PIN}`, 'must name the key by its id'],
  [`pkcs11:token=treasury;id=%01?${PIN}`, 'must name the library of the token'],
  [`pkcs11:token=treasury;id=%01?module-path=softhsm&${PIN}`, 'must name the library of the token'],
  [`pkcs11:token=treasury;id=%01?${LIBRARY}`, 'must name the file of the PIN'],
  [`pkcs11:token=treasury;id=%01?${LIBRARY}&pin-source=pin`, 'must name the file of the PIN'],
  [`pkcs11:token=treasury;id=%01?${LIBRARY}&pin-value=1234`, 'must not contain the PIN'],
  [`pkcs11:token=treasury;id=%01;type=public?${LIBRARY}&${PIN}`, 'must name a private key'],
  [`pkcs11:token=treasury;id=%01;id=%02?${LIBRARY}&${PIN}`, 'has id twice'],
  [`pkcs11:token=treasury;id=%01;serial=7?${LIBRARY}&${PIN}`, 'unsupported attribute: serial'],
])('refuses %s', (uri, expected) => {
  const read = pkcs11Uri.safeParse(uri);
  expect(read.error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining(expected)]);
  expect(JSON.stringify(read.error)).not.toContain('1234');
});
