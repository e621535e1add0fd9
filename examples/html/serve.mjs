import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

// Serves index.html and buy.js. Any web server does: the page has nothing to compute.
const { SLIPWAY_URL = 'http://localhost:8080', PORT = '3001' } = process.env;

const read = (name) => readFile(new URL(name, import.meta.url), 'utf8');
const files = new Map([
  ['/', ['text/html', (await read('index.html')).replaceAll('http://localhost:8080', SLIPWAY_URL)]],
  ['/buy.js', ['text/javascript', await read('buy.js')]],
]);

// The strictest policy with which the loader, its frame and its windows work.
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${SLIPWAY_URL}`,
    `frame-src ${SLIPWAY_URL}`,
    `connect-src ${SLIPWAY_URL}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

createServer((request, response) => {
  const [type, content] = files.get(new URL(request.url, SLIPWAY_URL).pathname) ?? [];
  if (content === undefined) response.writeHead(404).end();
  else response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(content);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Open http://localhost:${PORT}/`));
