// The PDF of an agreement: its text, and a page with the evidence of its signature.

import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { everyone } from '../../contract/base.ts'
import { formatDay, formatTimeToSecond } from '../../contract/plain/dates.ts'
import { dayIn } from '../../contract/plain/time-zone.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { Described, DocumentTemplate } from '../platform/documents/document-templates.ts'
import type { Block, Sheet } from '../platform/documents/sheet.ts'
import type { Platform } from '../platform/platform.ts'
import { agreementRef } from './present.ts'

const TYPES: Record<string, string> = {
  block_hours: 'Block hours',
  retainer: 'Retainer',
  managed_automation: 'Managed automation',
  fixed_price: 'Fixed price',
  partnership: 'Partnership',
}

/**
 * Returns the revision with this id. For the id of an agreement, returns its current revision, else the newest.
 * Row-level security hides revisions that were never sent from partners.
 */
const revisionOf = (db: Db, id: string) =>
  db
    .selectFrom('agreement_revisions as r')
    .innerJoin('agreements as a', (j) =>
      j.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.agreement_id'),
    )
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .leftJoin('agreement_signatures as s', (j) =>
      j.onRef('s.company_id', '=', 'r.company_id').onRef('s.revision_id', '=', 'r.id'),
    )
    .select(['r.company_id', 'r.id', 'r.agreement_id', 'r.revision', 'r.status', 'r.terms', 'r.body', 'r.sha256'])
    .select(['r.sent_at', 'r.first_opened_at', 'r.created_at', 'r.is_draft', 'a.number', 'a.type', 'c.name as company'])
    .select([
      's.id as signature',
      's.name as signer',
      's.account_name',
      's.legal_name_confirmed',
      's.email',
      's.user_id',
      's.user_agent',
      's.consent',
      's.signed_at',
    ])
    .select(['s.sha256 as signed_sha256'])
    .select(sql<string | null>`host(s.ip)`.as('ip'))
    .select(sql<string | null>`(select p.full_name from people p where p.id = r.sent_by)`.as('sender'))
    .where((e) => e.or([e('r.id', '=', id), e('r.agreement_id', '=', id)]))
    .orderBy(sql`(r.revision = a.revision) is true`, 'desc')
    .orderBy('r.revision', 'desc')
    .limit(1)
    .executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof revisionOf>>>

const moment = (at: string | null) => (at === null ? '—' : formatTimeToSecond(at, 'UTC'))
const dayOf = (at: string) => formatDay(dayIn('UTC', Date.parse(at)))

function stampOf(r: Row): NonNullable<Sheet['stamp']> {
  const on = r.signed_at ? dayOf(r.signed_at) : undefined
  if (r.status === 'signed') return { text: 'Signed', ...(on ? { detail: on } : {}), tone: 'good' }
  if (r.status === 'replaced') return { text: 'Replaced', ...(on ? { detail: `signed ${on}` } : {}), tone: 'muted' }
  if (r.status === 'sent') return { text: 'Awaiting signature', tone: 'warn' }
  return r.is_draft ? { text: 'Draft', tone: 'muted' } : { text: 'Not signed', tone: 'bad' }
}

/**
 * Returns the evidence page. The signer's email, IP address, browser and user ID are only for owners and
 * administrators, as on the screen.
 */
function evidence(r: Row, name: string, seesEvidence: boolean): Block[] {
  const about = {
    label: 'Agreement',
    value: `${agreementRef(r.number)}, ${name}, revision ${r.revision}`,
  }
  const text = [
    { label: 'SHA-256 of the exact text', value: r.sha256 ?? '—', exact: true },
    { label: 'Revision ID', value: r.id, exact: true },
  ]
  if (!r.signature)
    return [
      { is: 'page' },
      { is: 'heading', text: 'Not signed' },
      { is: 'text', text: 'This text has not been signed.' },
      { is: 'list', items: [about, { label: 'Sent', value: moment(r.sent_at) }, ...text] },
    ]
  return [
    { is: 'page' },
    { is: 'heading', text: 'Signature and evidence' },
    {
      is: 'text',
      text: `Signed electronically in the partner portal of ${brand.longName}. The exact text shown to the signer is attached to this file as agreement.md. Its SHA-256 checksum is below, so anyone can verify that the text is unchanged.`,
    },
    {
      is: 'list',
      items: [
        about,
        { label: 'On behalf of', value: r.company },
        { label: 'Name as typed', value: r.signer ?? '' },
        ...(r.legal_name_confirmed
          ? [{ label: 'Confirmed', value: 'The signer confirmed that this is their legal name.' }]
          : []),
        ...(r.account_name ? [{ label: 'Account name', value: r.account_name }] : []),
        ...(seesEvidence ? [{ label: 'Account email', value: r.email ?? '' }] : []),
        { label: 'Signed', value: moment(r.signed_at) },
        { label: 'Consent', value: r.consent ?? '' },
        ...(seesEvidence
          ? [
              { label: 'IP address', value: r.ip ?? 'Unknown' },
              { label: 'Browser', value: r.user_agent ?? 'Unknown' },
              { label: 'User ID', value: r.user_id ?? '', exact: true },
            ]
          : []),
        { label: 'Sent', value: `${moment(r.sent_at)}${r.sender ? ` by ${r.sender}` : ''}` },
        { label: 'First opened', value: moment(r.first_opened_at) },
        { label: 'SHA-256 of the signed text', value: r.signed_sha256 ?? '', exact: true },
        ...text.slice(1),
        { label: 'Signature ID', value: r.signature, exact: true },
      ],
    },
  ]
}

async function describe(platform: Platform, db: Db, actor: Actor, id: string): Promise<Described | undefined> {
  const r = await revisionOf(db, id)
  if (!r) return undefined
  const name = (r.terms as { name?: string }).name ?? TYPES[r.type] ?? r.type
  const number = agreementRef(r.number)
  const seesEvidence = actor.role === 'owner' || actor.role === 'admin'
  return {
    companyId: r.company_id,
    staffOnly: r.is_draft ?? true,
    // The evidence includes the IP address and the browser of the signer.
    ...(seesEvidence && !r.is_draft ? { onlyFor: ['owner', 'admin'] as const } : {}),
    name: `${brand.shortName} ${number}${r.revision === 1 ? '' : ` revision ${r.revision}`}`,
    sheet: {
      title: 'Agreement',
      number,
      name,
      subject: name,
      stamp: stampOf(r),
      from: { name: brand.longName, email: brand.supportEmail },
      base: platform.env.publicUrl,
      at: r.signed_at ?? r.sent_at ?? r.created_at,
      blocks: [
        {
          is: 'facts',
          items: [
            { label: 'Partner', value: r.company },
            { label: 'Type', value: TYPES[r.type] ?? r.type },
            { label: 'Revision', value: String(r.revision) },
            { label: 'Sent', value: r.sent_at ? dayOf(r.sent_at) : '—' },
          ],
        },
        { is: 'markdown', text: r.body },
        ...(r.is_draft ? [] : evidence(r, name, seesEvidence)),
      ],
      ...(r.is_draft ? {} : { attached: { name: 'agreement.md', type: 'text/markdown', text: r.body } }),
    },
  }
}

/** The document template of agreements, for everyone in the company and for staff. */
export const agreementDocumentTemplate: DocumentTemplate = { roles: everyone, describe }
