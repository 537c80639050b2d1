// The API, and for comparison node:http with one bare query. Measures the overhead of the full stack.
import { schedules } from '../src/server/composition.ts'
import { bootServer, serve, tokenOf } from './bench-server.ts'
import { seedDesk } from './seed-desk.ts'

const product = await bootServer(process.env)
const { companyId, owners, ticket } = await seedDesk(product.platform.db.system, product.ownerUrl)
// What the schedules would do for the new tickets within the next minute, while the server is measured.
for (const { name, handler } of schedules)
  if (name === 'tickets.sla' || name === 'tickets.learn-words') await handler(product.platform)
const tokens = await Promise.all(
  owners.map((userId) => tokenOf(product, { kind: 'tenant', companyId, userId, role: 'owner' })),
)

// The same rows and column names from a plain query.
const LIST = `select t.id, t.number, t.subject, t.category, t.impact, t.urgency, t.priority, t.status, t.company_id, t.requester_id, t.assignee_id,
  t.client_id, t.contact_id, t.agreement_id, t.tags, t.source, t.rating, t.version, t.created_at, t.updated_at, t.first_response_at, t.resolved_at,
  t.response_due_at, t.resolution_due_at, t.response_left_ms, t.resolution_left_ms, t.sla_paused_at, t.sla_due_at, t.sla_soon_at,
  c.name as company, p.full_name as requester, a.full_name as assignee, l.name as client, n.full_name as contact, g.name as agreement,
  (select sum(e.minutes) from time_entries e where e.ticket_id = t.id and not e.removed) as minutes
  from tickets t join companies c on c.id = t.company_id join profiles p on p.id = t.requester_id
  left join profiles a on a.id = t.assignee_id left join clients l on l.id = t.client_id left join contacts n on n.id = t.contact_id
  left join agreements g on g.id = t.agreement_id
  where t.company_id = $1 order by t.updated_at desc, t.id desc limit 51`
await serve(product, { bare: { name: 'tickets', text: LIST, values: [companyId] }, hello: { ticket, tokens } })
