import { defineCall } from '../../defineCall.ts';
import { checkIdentification } from './checkIdentification.ts';

export const checkIdentificationResult = defineCall({
  name: 'checkIdentificationResult',
  tag: 'identity',
  summary: 'The same as checkIdentification, after requesting the current status from the verifier',
  auth: 'required',
  request: checkIdentification.request,
  data: checkIdentification.data,
  errors: ['order_not_found'],
  example: checkIdentification.example,
});
