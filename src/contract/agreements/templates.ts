// Templates for agreements.

import { z } from 'zod'
import { admin, current, Id, Instant, op, staff, versioned } from '../base.ts'
import { AgreementSource, Text } from './fields.ts'
import { AgreementType, TermsPart } from './terms.ts'

/** A variable that the text can use, such as `company.name`. */
export const Variable = z.object({ name: z.string(), about: z.string(), sample: z.string() })
export const Template = z.object({
  id: Id,
  name: z.string(),
  type: AgreementType,
  body: z.string(),
  terms: TermsPart,
  version: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
const TemplateName = Text(100, 'Enter a name.').regex(/^[^\p{Cc}]*$/u, 'Use a single line.')
const NewTemplate = z.object({
  name: TemplateName,
  type: AgreementType,
  body: AgreementSource,
  terms: TermsPart.default({}),
})
const EditTemplate = NewTemplate.partial().extend({
  terms: TermsPart.optional(),
  id: Id,
  version: z.coerce.number().int(),
})
const TEMPLATE_CHANGED = 'Someone else changed this template. Review their changes and try again.'
const taken = { NAME_TAKEN: { status: 422, message: 'Another template has this name. Choose a different one.' } }

export const agreementTemplateOperations = {
  templates: op('GET', '/agreement-templates', {
    roles: staff,
    tag: 'agreements',
    summary: 'List agreement templates and the variables a text can use',
  }).output(z.object({ items: z.array(Template), variables: z.array(Variable), can: z.object({ edit: z.boolean() }) })),
  createTemplate: op('POST', '/agreement-templates', {
    roles: admin,
    tag: 'agreements',
    summary: 'Create an agreement template',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(NewTemplate)
    .output(Template),
  editTemplate: op('PATCH', '/agreement-templates/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Change an agreement template; existing agreements don’t change',
  })
    .errors({
      ...taken,
      CONFLICT: { status: 409, message: TEMPLATE_CHANGED, data: current(Template) },
    })
    .input(EditTemplate)
    .output(Template),
  archiveTemplate: op('DELETE', '/agreement-templates/{id}', {
    roles: admin,
    tag: 'agreements',
    summary: 'Archive an agreement template',
  })
    .errors({
      CONFLICT: { status: 409, message: TEMPLATE_CHANGED, data: current(Template) },
    })
    .input(z.object(versioned))
    .output(z.object({ id: Id })),
}
