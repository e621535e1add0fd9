import { createECDH } from 'node:crypto';

/** `npm run push-keys`: prints a key pair that identifies the sender to push services (VAPID, RFC 8292), as variables. */
const pair = createECDH('prime256v1');
const publicKey = pair.generateKeys('base64url');
const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
process.stdout.write(`WEB_PUSH_PUBLIC_KEY=${publicKey}\nWEB_PUSH_PRIVATE_KEY=${privateKey}\n`);
