// Incoming mail that staff must handle, as shown in /admin/outbox.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'

const HOUR = 3_600_000
type Arrived = {
  ago: number
  from: string
  name: string
  subject: string
  text: string
  state: 'refused' | 'held' | 'recorded' | 'dismissed'
  reason: string
  detail?: string
  headers?: string[]
}

const mails: Arrived[] = [
  {
    ago: 3,
    from: 'ruth@harborviewdental.example',
    name: 'Ruth Alder',
    subject: 'Schedule shows yesterday',
    text: 'Hello,\n\nour wall screen is still showing the schedule from yesterday. Northgate told us that you take care of it.\n\nCould someone take a look before we open at eight?\n\nRuth Alder\nHarborview Dental',
    state: 'refused',
    reason: 'unknown_sender',
  },
  {
    ago: 20,
    from: 'engineer@millwright.example',
    name: 'Tomasz Zielinski',
    subject: 'Fwd: Invoice export stops after 500 lines',
    text: 'Came to me directly, please open it for Bluepeak.\n\n---------- Forwarded message ---------\nFrom: Bluepeak office\nSubject: Invoice export stops after 500 lines\n\nThe October export stops in the middle. We need it for the audit on Thursday.',
    state: 'held',
    reason: 'from_staff',
  },
  {
    ago: 26,
    from: 'member@northgate.example',
    name: 'Northgate IT',
    subject: 'Automatic reply: away until Monday',
    text: 'I am out of the office and will be back on Monday.',
    state: 'recorded',
    reason: 'automatic',
    detail: 'Auto-Submitted: auto-replied',
    headers: ['Auto-Submitted: auto-replied'],
  },
  {
    ago: 28,
    from: 'owner@bluepeak.example',
    name: 'Bluepeak office',
    subject: 'Poissa toimistolta',
    text: 'Palaan maanantaina.',
    state: 'held',
    reason: 'maybe_automatic',
    detail: 'Sign of an automatic email: x-autoreply',
    headers: ['X-Autoreply: yes'],
  },
  {
    ago: 44,
    from: 'news@vendor.example',
    name: 'Vendor news',
    subject: 'What is new in November',
    text: 'Read about the new version of our backup software.',
    state: 'dismissed',
    reason: 'unknown_sender',
  },
  {
    ago: 31,
    from: 'scans@northgate.example',
    name: 'Northgate scanner',
    subject: 'Scan of the delivery note',
    text: 'The scan of the delivery note is attached. Reply to the front desk, not to the scanner.',
    state: 'held',
    reason: 'unreadable',
    detail: 'Maximum MIME nesting depth of 40 levels exceeded',
  },
]

type Stored = { id: string; at: Date; raw: string; size: number }

/** Stores a mail as it would have arrived. */
async function store(platform: Platform, m: Pick<Arrived, 'from' | 'name' | 'subject' | 'text' | 'headers'>, at: Date) {
  const id = idAt(at)
  const raw = [
    `From: ${m.name} <${m.from}>`,
    'To: support@millwright.example',
    `Subject: ${m.subject}`,
    `Date: ${at.toUTCString()}`,
    `Message-ID: <${id}@demo.example>`,
    ...(m.headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...m.text.split('\n'),
    '',
  ].join('\r\n')
  const { size } = await platform.storage.put(id, Readable.from(Buffer.from(raw), { objectMode: false }), 1_000_000)
  return { id, at, raw, size }
}

/** The columns that all entries have. */
const columns = ({ id, at, raw, size }: Stored, m: Pick<Arrived, 'from' | 'name' | 'subject' | 'text'>) => ({
  id,
  fingerprint: createHash('sha256').update(raw).digest('hex'),
  door: 'smtp',
  envelope_from: m.from,
  recipients: ['support@millwright.example'],
  size,
  mail_id: `${id}@demo.example`,
  sender: m.from,
  sender_name: m.name,
  subject: m.subject,
  excerpt: m.text.replace(/\s+/g, ' ').slice(0, 400),
  received_at: at.toISOString(),
  settled_at: at.toISOString(),
})

/** Writes the mails that tickets were opened from. */
async function seedTaken(db: Owner, platform: Platform): Promise<void> {
  const tickets = await db
    .selectFrom('tickets as t')
    .innerJoin('profiles as p', 'p.id', 't.requester_id')
    .select([
      't.company_id',
      't.id',
      't.subject',
      't.description',
      't.created_at',
      'p.id as sender',
      'p.email',
      'p.full_name',
    ])
    .where('t.source', '=', 'mail')
    .where('t.inbound_id', 'is', null)
    .execute()
  for (const t of tickets) {
    const mail = { from: t.email, name: t.full_name, subject: t.subject, text: t.description }
    const stored = await store(platform, mail, new Date(t.created_at))
    await db
      .insertInto('inbound_mails')
      .values({
        ...columns(stored, mail),
        company_id: t.company_id,
        sender_id: t.sender,
        state: 'taken',
        ticket_id: t.id,
      })
      .execute()
    await db.updateTable('tickets').set({ inbound_id: stored.id }).where('id', '=', t.id).execute()
  }
}

/** Writes the entries with their mails, so that staff can open them and turn them into tickets. */
export async function seedMail(
  db: Owner,
  platform: Platform,
  { companies, people, now }: { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number },
): Promise<void> {
  const provider = [...companies.values()].find((c) => c.is_internal) as MadeCompany
  for (const m of mails)
    await db
      .insertInto('inbound_mails')
      .values({
        ...columns(await store(platform, m, new Date(now - m.ago * HOUR)), m),
        company_id: provider.id,
        sender_id: people.get(m.from)?.id ?? null,
        state: m.state,
        reason: m.reason,
        detail: m.detail ?? null,
        decided_by: m.state === 'dismissed' ? (people.get('engineer@millwright.example')?.id ?? null) : null,
      })
      .execute()
  await seedTaken(db, platform)
}
