import { expect, test } from 'vitest';
import { buildSdnFile } from './sdnFile.testing.ts';
import { isSdnFile, readSdnFile } from './sdnFile.ts';

const BITCOIN = 'bc1qx7wz98x90ggxhhfy3ftnt4ek69y4l0fq6jky2t';
const EVM = '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D';
const whole = buildSdnFile({ publishedOn: '02/29/2024', listed: { XBT: [BITCOIN], ETH: [EVM], USDT: [EVM] } });

function read(text: string) {
  return readSdnFile('file', text, { minimumEntries: { XBT: 1, ETH: 1 } });
}

test('returns every distinct address, with the publication date', () => {
  expect(read(whole)).toMatchObject({
    kind: 'ok',
    value: { version: '2024-02-29', publishedAt: new Date('2024-02-29'), addresses: [EVM, BITCOIN] },
  });
});

test.each([
  ['is cut off', whole.slice(0, -20), 'is cut off'],
  [
    'was cut off and closed',
    `${whole.slice(0, whole.lastIndexOf('<sdnEntry>'))}</sdnList>`,
    'has 2 records, and states 3',
  ],
  ['has no date', whole.replace(/<Publish_Date>.*<\/Publish_Date>/, ''), 'is not the SDN file'],
  ['is an HTML page', '<html><body>Sign in</body></html>', 'is not the SDN file'],
  ['is the consolidated list', whole.replaceAll('Digital Currency Address', 'Secondary'), 'has 0 addresses of XBT'],
  ['has no address of an asset', whole.replace('- ETH<', '- XMR<'), 'has 0 addresses of ETH'],
  ['comments out a part', whole.replace('<idList>', '<!--').replace('</idList>', '-->'), 'is not the SDN file'],
  ['writes a ticker in lower case', whole.replace('- USDT</idType>', '- usdt</idType>'), 'unexpected format'],
  ['has an invalid address', whole.replace(BITCOIN, 'see remarks'), 'line 1 is no address'],
])('refuses a file that %s', (_what, text, detail) => {
  expect(read(text)).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining(detail) });
});

test.each([
  ['/lists', false],
  ['/exports/SDN.XML', true],
  ['sdn.xml', true],
  ['xml', false],
])('isSdnFile of %s is %s', (path, expected) => {
  expect(isSdnFile(path)).toBe(expected);
});
