import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle/bundleServer.ts';

/** `npm run build` in the server's folder: what an installation runs, in `server/dist`. */
await bundleServer(fileURLToPath(new URL('../server/dist/', import.meta.url)));
