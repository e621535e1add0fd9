import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerChange, answerRead, checkSecretKey } from './answering.ts';
import { createFile, sha256Of, type Upload } from './files.ts';
import { lookUp } from './lookUp.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { badParameter } from './stripeFault.ts';
import { showObject } from './wire/findObject.ts';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Uploads. Stripe takes them at files.stripe.com and nowhere else; the client sends them to whichever address it was given
 * for all of the API, and so they come here (docs.stripe.com/file-upload).
 */
export function installFileRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.post('/v1/files', async (request, reply) => {
    checkSecretKey(request);
    const upload = await readUpload(request);
    // The same file under the same key is the same request, whatever stands between its parts.
    request.body = { purpose: upload.purpose, filename: upload.filename, sha256: sha256Of(upload.bytes) };
    await answerChange(account, request, reply, (change) => change.find(createFile(change, upload).id));
    return reply;
  });

  app.get('/v1/files/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) =>
      showObject(account.state, lookUp(account.state.files, params.id ?? '', 'file upload').id),
    );
    return reply;
  });
}

async function readUpload({ headers, body }: FastifyRequest): Promise<Upload> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data') || !Buffer.isBuffer(body))
    throw badParameter('Uploads must be sent as multipart/form-data.');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw badParameter('The body is no well-formed multipart/form-data.');
  });
  const file = form.get('file');
  const purpose = form.get('purpose');
  if (!(file instanceof File))
    throw badParameter('Missing required param: file.', { code: 'parameter_missing', param: 'file' });
  if (typeof purpose !== 'string')
    throw badParameter('Missing required param: purpose.', { code: 'parameter_missing', param: 'purpose' });
  return { filename: file.name, bytes: Buffer.from(await file.arrayBuffer()), purpose };
}
