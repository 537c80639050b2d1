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

export const companies = {
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
