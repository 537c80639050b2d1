import { z } from 'zod'
import { everyone, Id, Instant, op, page, pageOf, staff } from './base.ts'

export const CompanyRef = z.object({ id: Id, name: z.string(), slug: z.string(), is_internal: z.boolean() })

export const Company = CompanyRef.extend({
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: Instant,
})

/** A person as others see them: never more than the name. */
export const Person = z.object({ id: Id, name: z.string() })

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)
const filled = (max: number, words: string) =>
  z.string(words).trim().min(1, words).max(max, `At most ${max} characters.`)
const email = z
  .string('Invalid email address')
  .trim()
  .max(255, 'Email must be at most 255 characters')
  .pipe(z.email('Invalid email address'))
/** How many calls a month the voice agent would take. */
export const CALL_VOLUMES = ['under-100', '100-500', '500-2000', 'over-2000', 'unknown'] as const

/** What every public form carries beside its own fields. */
const form = {
  email,
  /** The page the form stands on, such as /contact. */
  page: z.string().regex(/^\/[a-z0-9/-]{0,100}$/, 'This is not one of our pages.'),
  /** Ticked by hand. */
  consent: z.literal(true, 'Please agree, or we may not keep your address.'),
  /** A field that people do not see: whatever fills it is a robot. */
  website: z.string().max(500).default(''),
}
/** A question, a request for the voice agent, or the wish to hear when something opens. */
export const NewLead = z.discriminatedUnion('kind', [
  z.object({
    ...form,
    kind: z.literal('contact'),
    name: filled(100, 'Tell us your name.'),
    company: text(200).default(''),
    phone: text(50).default(''),
    about: text(100).default(''),
    message: filled(5_000, 'Tell us what it is about.'),
    token: z.string().max(200),
  }),
  z.object({
    ...form,
    kind: z.literal('voice'),
    name: filled(100, 'Tell us your name.'),
    company: filled(200, 'Tell us the company.'),
    phone: filled(50, 'Tell us a number that we can call.'),
    callVolume: z.enum(CALL_VOLUMES, 'Choose roughly how many calls.'),
    token: z.string().max(200),
  }),
  z.object({ ...form, kind: z.literal('notice') }),
])

export const companies = {
  formToken: op('GET', '/form-token', {
    roles: [],
    tag: 'companies',
    summary: 'A token that says when a public form was shown',
  }).output(z.object({ token: z.string() })),
  addLead: op('POST', '/leads', { roles: [], tag: 'companies', summary: 'Send one of the public forms', status: 201 })
    .errors({ FORM_TOO_OLD: { status: 422, message: 'This form was open for very long. Please send it again.' } })
    .input(NewLead)
    .output(z.object({ received: z.literal(true) })),
  list: op('GET', '/companies', { roles: staff, tag: 'companies', summary: 'Companies by name' })
    .input(z.object({ ...page, q: z.string().max(200).optional() }))
    .output(pageOf(Company)),
  get: op('GET', '/companies/{id}', { roles: everyone, tag: 'companies', summary: 'One company; partners: their own' })
    .input(z.object({ id: Id }))
    .output(Company),
  staff: op('GET', '/staff', {
    roles: staff,
    tag: 'companies',
    summary: 'The people of the provider, for assigning work',
  }).output(z.object({ items: z.array(Person) })),
}
