import type { FastifyInstance, FastifyRequest } from 'fastify';
import { computeSha256, createFile, type Upload } from '../disputes/files.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createParameterError } from '../stripeApiError.ts';
import { requireObject } from '../wire/findObject.ts';
import { answerChange, answerRead, checkSecretKey } from './answerCalls.ts';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Registers uploads. Stripe accepts them only at files.stripe.com; the client sends them to the address configured for the
 * whole API, so they arrive here (docs.stripe.com/file-upload).
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
    // The same file with the same key is the same request, regardless of the multipart boundary.
    request.body = { purpose: upload.purpose, filename: upload.filename, sha256: computeSha256(upload.bytes) };
    await answerChange(account, request, reply, (change) => change.find(createFile(change, upload).id));
    return reply;
  });

  app.get('/v1/files/:id', async (request, reply) => {
    checkSecretKey(request);
    await answerRead(account, request, reply, ({ params }) =>
      requireObject(account.state, requireStored(account.state.files, params.id ?? '', 'file upload').id),
    );
    return reply;
  });
}

async function readUpload({ headers, body }: FastifyRequest): Promise<Upload> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data') || !Buffer.isBuffer(body))
    throw createParameterError('Uploads must be sent as multipart/form-data.');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw createParameterError('The body is not well-formed multipart/form-data.');
  });
  const file = form.get('file');
  const purpose = form.get('purpose');
  if (!(file instanceof File))
    throw createParameterError('Missing required param: file.', { code: 'parameter_missing', param: 'file' });
  if (typeof purpose !== 'string')
    throw createParameterError('Missing required param: purpose.', { code: 'parameter_missing', param: 'purpose' });
  return { filename: file.name, bytes: Buffer.from(await file.arrayBuffer()), purpose };
}
