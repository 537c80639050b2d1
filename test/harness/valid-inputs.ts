// Valid input of the operations in the OpenAPI document, with the records that it refers to.
import { catalogue } from '../../content/marketplace/index.ts'
import { consentFor } from '../../src/server/agreements/policy.ts'
import { billPeriod } from '../../src/server/billing/index.ts'
import { loadCatalogue } from '../../src/server/marketplace/index.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import { type MadeAgreement, makeAgreement } from '../factories/agreements.ts'
import { makeInstallation } from '../factories/automations.ts'
import { makeLead } from '../factories/leads.ts'
import { makeProject } from '../factories/projects.ts'
import { makeMessage, makeTicket } from '../factories/tickets.ts'
import type { TestServer, World } from './server.ts'

/** Returns the body with which an owner signs. */
export const signing = (a: MadeAgreement, company: string, name: string) => ({
  revisionId: a.revisionId,
  sha256: a.sha256,
  name,
  consent: consentFor(company),
})

/** Returns the body with which an administrator adds a product like one in the catalog. */
function contentOf(slug: string) {
  const { price, ...entry } = catalogue.find((e) => e.slug === slug) as (typeof catalogue)[number]
  return { ...entry, priceModel: price.model, priceCents: price.model === 'quote' ? null : price.cents }
}

/** Returns a body for every creating operation by its path, and ids of existing records by the first part of a path. */
export async function makeInputs(
  server: TestServer,
  world: World,
): Promise<{ bodies: Record<string, object>; ids: Record<string, string> }> {
  const nine = { from: '09:00', to: '17:00' }
  const week = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  const target = { minutes: 60, clock: 'business' }
  const level = { response: target, resolution: target }
  const calendar = await server.db.selectFrom('sla_calendars').select('id').executeTakeFirstOrThrow()
  const pack = await server.db.selectFrom('hour_packs').select(['id', 'price_cents']).executeTakeFirstOrThrow()
  await loadCatalogue(server.db)
  const bought = await server.db
    .selectFrom('products')
    .select(['id', 'slug', 'price_cents'])
    .where('price_model', '=', 'one_time')
    .executeTakeFirstOrThrow()
  const ticket = await makeTicket(server.db, { requester: world.north.owner })
  const message = await makeMessage(server.db, { ticket, author: world.north.owner, byStaff: false })
  const agreed = await makeAgreement(server.db, {
    by: world.admin,
    companyId: world.north.company.id,
    sent: true,
  })
  const project = await makeProject(server.db, {
    company_id: world.north.company.id,
    by: world.engineer,
    tasks: [{ title: 'Walked' }],
  })
  const automation = await makeInstallation(server.db, { companyId: world.north.company.id })
  // A billing period whose invoice was voided.
  const by = { actor: systemOf(world.north.company.id) }
  const month = await server.platform.db.asActor(by.actor, (db) =>
    billPeriod(db, by, {
      companyId: world.north.company.id,
      agreementId: agreed.id,
      description: 'Walked',
      unitCents: 100,
      periodFrom: '2026-01-01',
      periodTo: '2026-01-31',
      paymentDays: 15,
    }),
  )
  const voided = await server.call<{ version: number }>('POST', `/v1/invoices/${month?.invoiceId}/void`, {
    as: world.admin,
    body: { version: 1, reason: 'x' },
  })
  if (voided.status !== 200) throw new Error('The invoice could not be voided.')
  const { body: uploaded } = await server.call<{ id: string }>('PUT', '/v1/files?name=walked.txt', {
    as: world.north.owner,
    raw: 'walked',
  })
  const written = { type: 'fixed_price', name: 'Walked', terms: { priceCents: 100 } }
  const bodies: Record<string, object> = {
    '/tickets': { subject: 'x', description: 'y' },
    '/lists/{list}/views': { name: 'Walked', query: '' },
    '/clients': { name: 'Walked' },
    '/invitations': { email: 'walked@partner.test', role: 'member' },
    '/contacts': { fullName: 'Walked' },
    '/tickets/{id}/messages': { body: 'x' },
    '/tickets/{id}/split': { messageIds: [message.id], subject: 'x' },
    '/tickets/{id}/estimates': { minutes: 60, note: 'x' },
    '/tickets/{ticketId}/time': { minutes: 15 },
    '/companies': { name: 'Walked' },
    '/companies/{id}/notes': { body: 'x' },
    '/api-keys': { name: 'Walked', scopes: ['tickets:read'], expiresInDays: null },
    '/exports': { withFiles: false },
    '/leads/manual': { name: 'Walked', phone: '+1 555 0100' },
    '/leads/{id}/notes': { text: 'x' },
    '/canned-replies': { name: 'Walked', shortcut: 'walked', body: 'x' },
    '/sla/calendars': { name: 'Walked', timeZone: 'UTC', hours: { ...week, mon: [nine] }, holidays: [] },
    '/sla/policies': {
      name: 'Walked',
      calendarId: calendar.id,
      targets: { P1: level, P2: level, P3: level, P4: level },
    },
    '/leads/{id}/convert': { version: 1, company: { name: 'Walked' }, owner: null },
    '/hours/adjustments': { companyId: world.north.company.id, minutes: 60, reason: 'x' },
    '/hour-packs': { name: 'Walked', minutes: 60, priceCents: 1_000 },
    '/agreements': { companyId: world.north.company.id, ...written, source: 'x' },
    '/agreements/{id}/sign': signing(agreed, world.north.company.name, world.north.owner.fullName),
    '/agreement-templates': { name: 'Walked', type: 'fixed_price', body: 'x' },
    '/projects': { companyId: world.north.company.id, name: 'Walked', leadId: world.engineer.id },
    '/projects/{id}/phases': { name: 'Walked' },
    '/projects/{id}/tasks': { phaseId: project.phaseId, title: 'Walked' },
    '/projects/{id}/updates': { health: 'on_track', body: 'x' },
    '/projects/{id}/files': { fileIds: [uploaded.id] },
    '/project-tasks/{id}/comments': { body: 'x' },
    '/project-tasks/{taskId}/time': { minutes: 15 },
    '/project-templates': { name: 'Walked', phases: [{ name: 'Walked' }] },
    '/prompts/{key}/versions': { body: 'Sort it.', note: 'Walked', basedOn: 0 },
    '/orders': { packId: pack.id, method: 'invoice', expectedCents: pack.price_cents },
    '/automations': { companyId: world.north.company.id, name: 'Walked', minutesPerRun: 5 },
    '/automations/{id}/connections': { tool: 'Autotask', label: 'API user', reference: 'In the vault' },
    '/automations/{id}/keys': { name: 'Walked' },
    '/automations/{id}/problems': { description: 'x' },
    '/admin/products': { ...contentOf(bought.slug), name: 'Walked', slug: 'walked' },
    '/admin/products/{id}/duplicate': {},
    '/invoices': { companyId: world.north.company.id, lines: [{ description: 'x', unitCents: 100 }] },
    '/invoices/{id}/again': { version: voided.body.version },
    '/purchases': {
      slug: bought.slug,
      method: 'invoice',
      expectedCents: bought.price_cents,
      expectedTodayCents: bought.price_cents,
      terms: true,
    },
  }
  const lead = await makeLead(server.db, world.provider)
  const ids: Record<string, string> = {
    tickets: ticket.id,
    companies: world.north.company.id,
    leads: lead.id,
    agreements: agreed.id,
    projects: project.id,
    automations: automation.id,
    admin: bought.id,
    invoices: month?.invoiceId as string,
    'project-tasks': project.taskIds[0] as string,
    prompts: 'ticket.triage',
  }
  return { bodies, ids }
}
