// The public forms.

import { z } from 'zod'
import { Email } from '../account/index.ts'
import { op } from '../base.ts'
import { CALL_VOLUMES } from '../plain/call-volumes.ts'

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
const filled = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
/** Fields that every public form has besides its own. */
const form = {
  email: Email,
  /** The path of the page with the form, such as /contact. */
  page: z.string().regex(/^\/[a-z0-9/-]{0,100}$/, 'This is not one of our pages.'),
  /** The consent checkbox. It is never prechecked. */
  consent: z.literal(true, 'Check this box so that we can contact you.'),
  /** A honeypot field that people do not see. Only bots fill it in. */
  website: z.string().max(500).default(''),
}
/** A question, a request for the voice agent, or a request to be notified when something opens. */
const NewLead = z.discriminatedUnion('kind', [
  z.object({
    ...form,
    kind: z.literal('contact'),
    name: filled(100, 'Enter your name.'),
    company: text(200).default(''),
    phone: text(50).default(''),
    about: text(100).default(''),
    message: filled(5_000, 'Enter a message.'),
    token: z.string().max(200),
  }),
  z.object({
    ...form,
    kind: z.literal('voice'),
    name: filled(100, 'Enter your name.'),
    company: filled(200, 'Enter your company.'),
    phone: filled(50, 'Enter your phone number.'),
    callVolume: z.enum(CALL_VOLUMES, 'Choose your approximate call volume.'),
    token: z.string().max(200),
  }),
  z.object({ ...form, kind: z.literal('notice') }),
])

export const formOperations = {
  formToken: op('GET', '/form-token', {
    secret: true,
    roles: [],
    tag: 'leads',
    summary: 'Get a token that records when a public form was shown',
  }).output(z.object({ token: z.string() })),
  addLead: op('POST', '/leads', { roles: [], tag: 'leads', summary: 'Submit a public form', status: 201 })
    .errors({ FORM_TOO_OLD: { status: 422, message: 'This form was open too long. Submit it again.' } })
    .input(NewLead)
    .output(z.object({ received: z.literal(true) })),
}
