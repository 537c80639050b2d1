// Writes the demo's data with the test factories, once, on an empty database.
import { brand } from '../../brand.config.ts'
import { loadCatalogue } from '../../src/server/marketplace/index.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { learnWords } from '../../src/server/tickets/index.ts'
import { makeAttachment } from '../factories/files.ts'
import { type MadeCompany, type MadeUser, makeCompany, makeUser, type Owner } from '../factories/people.ts'
import { idAt, makeMessage, makeTicket } from '../factories/tickets.ts'
import { accounts } from './accounts.ts'
import { seedAgreements } from './agreements.ts'
import { seedAutomations } from './automations.ts'
import { seedBilling } from './billing.ts'
import { seedCompanies } from './companies.ts'
import { seedContacts } from './contacts.ts'
import { seedConversation } from './conversation.ts'
import { conversations } from './conversations.ts'
import type { Author, DemoTicket } from './demo-ticket.ts'
import { demoFiles } from './files.ts'
import { seedHours } from './hours.ts'
import { seedLeads } from './leads.ts'
import { seedMail } from './mail.ts'
import { seedMerged } from './merged.ts'
import { seedNotifications } from './notifications.ts'
import { seedPeople } from './people.ts'
import { seedProjects } from './projects.ts'
import { seedPrompts } from './prompts.ts'
import { seedPurchases } from './purchases.ts'
import { seedQueue } from './queue.ts'
import { seedReports } from './reports.ts'
import { seedSla } from './sla.ts'
import { seedTicketFacts } from './ticket-facts.ts'
import { seedTime } from './time.ts'

const HOUR = 3_600_000
/** Advisory lock, so that only one process writes the demo when several start at the same time. */
const LOCK = 7_236_001

const COMPANIES = [
  {
    name: brand.shortName,
    slug: brand.slug,
    is_internal: true,
    website: 'https://millwright.example',
    description: 'Finished, hosted and maintained automation.',
  },
  {
    name: 'Northgate IT',
    slug: 'northgate-it',
    time_zone: 'America/Chicago',
    phone: '+1 555 0142',
    website: 'https://northgate.example',
    address: '418 Harbor Street, Duluth, MN 55802',
    description: 'Managed services for practices, shops and offices around the lake.',
  },
  {
    name: 'Bluepeak Managed Services',
    slug: 'bluepeak',
    time_zone: 'America/Los_Angeles',
    phone: '+1 555 0187',
    website: 'https://bluepeak.example',
    address: '27 Cannery Row, Astoria, OR 97103',
    description: 'IT for maritime and property companies on the coast.',
  },
  { name: 'New Company', slug: 'company-7f3a91', mail_approved_at: null },
]

const bytesOf = (name: string) => {
  const file = demoFiles[name]
  if (!file) throw new Error(`The demo has no file ${name}.`)
  return { name, type: file.type, bytes: file.bytes() }
}

async function seedTicket(
  db: Owner,
  platform: Platform,
  t: DemoTicket,
  people: Map<string, MadeUser>,
  now: number,
): Promise<void> {
  const who = (email: Author) => people.get(email) as MadeUser
  const opened = new Date(now - t.openedAgo * HOUR)
  const at = (hours: number) => new Date(opened.getTime() + hours * HOUR)
  const last = at(t.messages.findLast((m) => m.kind === 'reply')?.at ?? 0)
  const answered = t.messages.find((m) => m.kind === 'reply' && m.by.endsWith('@millwright.example'))
  const done = t.status === 'resolved' || t.status === 'closed'
  const iso = (d: Date) => d.toISOString()
  const ticket = await makeTicket(db, {
    requester: who(t.requester),
    id: idAt(opened),
    subject: t.subject,
    description: t.description,
    category: t.category,
    impact: t.impact,
    urgency: t.urgency,
    status: t.status,
    assignee_id: t.assignee ? who(t.assignee).id : null,
    tags: t.tags ?? [],
    first_response_at: answered ? iso(at(answered.at)) : null,
    resolved_at: done ? iso(last) : null,
    closed_at: t.status === 'closed' ? iso(last) : null,
    created_at: iso(opened),
    updated_at: iso(last),
  })
  for (const name of t.attach ?? []) {
    await makeAttachment(db, platform.storage, {
      ...bytesOf(name),
      by: who(t.requester),
      on: { ticket },
      at: iso(opened),
    })
  }
  for (const m of t.messages) {
    const byStaff = m.by.endsWith('@millwright.example')
    const message = await makeMessage(db, {
      ticket,
      author: who(m.by),
      byStaff,
      id: idAt(at(m.at)),
      kind: m.kind,
      body: m.body,
      created_at: iso(at(m.at)),
    })
    for (const name of m.attach ?? []) {
      const on = { ticket, messageId: message.id, staffOnly: m.kind === 'note' }
      await makeAttachment(db, platform.storage, { ...bytesOf(name), by: who(m.by), on, at: iso(at(m.at)) })
    }
  }
}

/**
 * Writes the demo to an empty database, in one transaction. Does nothing if the database has a company. Returns whether
 * this call wrote it.
 */
export async function seedOnce(platform: Platform, say: (line: string) => void): Promise<boolean> {
  const password = platform.env.demoPassword as string
  const wrote = await platform.db.system.transaction().execute(async (db) => {
    await db.selectNoFrom((e) => e.fn('pg_advisory_xact_lock', [e.val(LOCK)]).as('lock')).execute()
    if (await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()) return false
    say('Writing demo data …')
    const companies = new Map<string, MadeCompany>()
    for (const c of COMPANIES) companies.set(c.name, await makeCompany(db, c))
    const people = new Map<string, MadeUser>()
    for (const { company, ...a } of accounts) {
      people.set(a.email, await makeUser(db, { ...a, companyId: (companies.get(company) as MadeCompany).id, password }))
    }
    const now = Date.now()
    await db
      .insertInto('remittance_details')
      .values({
        company_id: (companies.get(brand.shortName) as MadeCompany).id,
        account_name: brand.longName,
        bank_name: 'Sample Bank of Duluth',
        routing_number: '123456780',
        account_number: '000123456789',
        address: '418 Example Avenue, Duluth, MN 55802',
        note: 'These are sample details. Do not send money to them.',
        updated_at: new Date(now - 400 * 24 * HOUR).toISOString(),
      })
      .execute()
    await loadCatalogue(db)
    await seedLeads(db, platform, { companies, people, now })
    await seedPeople(db, platform, { companies, people, now })
    await seedContacts(db, platform, { companies, people, now })
    for (const t of conversations.toSorted((a, b) => b.openedAgo - a.openedAgo))
      await seedTicket(db, platform, t, people, now)
    await seedTicketFacts(db, { companies, people })
    await seedMerged(db, platform, { people, now })
    await seedConversation(db, platform, { companies, people, now })
    await seedTime(db, platform, { companies, people, now })
    await seedCompanies(db, platform, { companies, people, now })
    await seedMail(db, platform, { companies, people, now })
    await seedQueue(db, platform, { companies, people, now })
    await seedNotifications(db, platform, { companies, people, now })
    await seedSla(db, platform, { companies, people, now })
    await seedAgreements(db, platform, { companies, people, now })
    await seedBilling(db, platform, { companies, people, now })
    await seedProjects(db, { companies, people, now })
    await seedHours(db, platform, { companies, people, now })
    await seedAutomations(db, platform, { companies, people, now })
    await seedPurchases(db, platform, { companies, people, now })
    await seedPrompts(db, { companies, people, provider: brand.shortName, now })
    await seedReports(db, platform, { companies, people })
    return true
  })
  // Typo correction learns new words every minute. Do it now, so that it works immediately.
  await learnWords.handler(platform)
  return wrote
}
