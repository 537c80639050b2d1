// Signing or returning an agreement.

import { z } from 'zod'
import { Id, op, owner } from '../base.ts'
import { signer } from '../signing.ts'
import { Agreement, wrongState } from './agreements.ts'
import { COMMENT_MAX, Text } from './fields.ts'

const Sign = z.object({
  id: Id,
  revisionId: Id,
  ...signer,
})

export const signingOperations = {
  opened: op('POST', '/agreements/{id}/opened', {
    roles: owner,
    tag: 'agreements',
    summary: 'Record that an owner opened the text; only the first time is kept',
  })
    .input(z.object({ id: Id, revisionId: Id }))
    .output(z.object({ id: Id })),
  return: op('POST', '/agreements/{id}/return', {
    roles: owner,
    tag: 'agreements',
    summary: 'Request changes instead of signing',
  })
    .errors(wrongState)
    .input(z.object({ id: Id, revisionId: Id, comment: Text(COMMENT_MAX, 'Describe what to change.') }))
    .output(Agreement),
  sign: op('POST', '/agreements/{id}/sign', {
    roles: owner,
    tag: 'agreements',
    summary: 'Sign the revision that is awaiting signature; the agreement takes effect with it',
    status: 201,
    creates: true,
  })
    .errors({
      ...wrongState,
      TEXT_CHANGED: {
        status: 409,
        message: 'The text has changed since you opened it. Reload the page and read it before you sign.',
      },
      OVER: {
        status: 409,
        message: 'The last day of this agreement has passed. Request changes so that we can send you a new one.',
      },
    })
    .input(Sign)
    .output(Agreement),
}
