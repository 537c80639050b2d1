import { CALL_VOLUME_LABELS } from '../../../contract/plain/call-volumes.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { leadSourceLabels } from './labels.ts'
import type { Lead, Submission } from './model.ts'

/** Lists the form submissions of a lead, newest first, with those of merged leads below. */
export function Submissions({ lead }: { lead: Lead }) {
  const several = lead.submissions.length > 1
  return (
    <section aria-labelledby="wrote" className="flex flex-col gap-3">
      <h2 id="wrote" className="font-semibold text-base">
        {lead.source === 'manual' && !several ? 'Notes' : 'Submissions'}
      </h2>
      {lead.submissions.map((sent) => (
        <Sent key={sent.id} sent={sent} own={sent.id === lead.id} lead={lead} />
      ))}
    </section>
  )
}

const nothing: Record<Submission['source'], string> = {
  contact_form: 'No message.',
  voice_agent: 'Asked about the voice agent.',
  notice: 'Joined the waitlist.',
  manual: 'No notes.',
}

function Sent({ sent, own, lead }: { sent: Submission; own: boolean; lead: Lead }) {
  const facts = [
    ['About', sent.about],
    ['Calls per month', sent.callVolume && CALL_VOLUME_LABELS[sent.callVolume]],
    // For a merged lead, the details that differ from this lead.
    ['Name', !own && sent.name !== lead.name && sent.name],
    ['Company', !own && sent.organization !== lead.organization && sent.organization],
    ['Phone', !own && sent.phone !== lead.phone && sent.phone],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <article className="rounded-md border border-line bg-surface">
      <header className="flex flex-wrap items-baseline gap-x-2 border-line border-b px-4 py-2.5 text-muted text-xs">
        <span className="font-medium text-text">{leadSourceLabels[sent.source]}</span>
        {sent.page && <span className="[overflow-wrap:anywhere]">on {sent.page}</span>}
        <RelativeTime iso={sent.createdAt} className="ml-auto" />
      </header>
      <div className="px-4 py-3.5">
        {sent.message ? (
          <p dir="auto" className="whitespace-pre-wrap leading-relaxed [overflow-wrap:anywhere]">
            {sent.message}
          </p>
        ) : (
          <p className="text-muted">{nothing[sent.source]}</p>
        )}
        {facts.length > 0 && (
          <dl className="mt-3 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-line border-t pt-3">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="[overflow-wrap:anywhere]">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </article>
  )
}
