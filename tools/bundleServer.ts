import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle/bundleServer.ts';

/** `npm run build` in the server's folder: builds what an installation runs into `server/dist`. */
await bundleServer(fileURLToPath(new URL('../server/dist/', import.meta.url)));
