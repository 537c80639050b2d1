import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldSet } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentButton } from '../documents/index.ts'
import { client as server } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { ReportClientField } from './company-fields.tsx'
import type { Choice, Mail } from './model.ts'
import { contactsOptions, previewOptions, recipientOptions, refreshMails } from './report-queries.ts'

type Someone = { id: string; name: string; email: string | null }

/** Returns the possible recipients: contacts of the client, or users of the company. */
function usePeople(client: string | null): { people: Someone[] | undefined; failed: boolean } {
  const contacts = useQuery({ ...contactsOptions(client ?? ''), enabled: client !== null })
  const people = useQuery({ ...recipientOptions(), enabled: client === null })
  const of = client === null ? people : contacts
  const all =
    client === null
      ? people.data?.items.flatMap((p) =>
          p.kind === 'user' && p.status === 'active' ? [{ id: p.id, name: p.name ?? p.email, email: p.email }] : [],
        )
      : contacts.data?.items.map((c) => ({ id: c.id, name: c.fullName, email: c.email }))
  return { people: all, failed: of.isError }
}

/** Sets up, edits or turns off a monthly mail, with a preview. */
export function MailDialog({ mail, onClose }: { mail: Mail | undefined; onClose: () => void }) {
  const [client, setClient] = useState<Choice | null>(mail?.client ?? null)
  const [chosen, setChosen] = useState<string[]>(mail?.recipients.map((r) => r.id) ?? [])
  const [consent, setConsent] = useState(false)
  const { people, failed } = usePeople(client?.id ?? null)
  const preview = useQuery(previewOptions(client?.id ?? null))
  const { pending, errors, problem, theirs, under, send, setErrors, keepMine } = useSending<Mail>()
  const about = client?.name ?? 'your company'
  async function go() {
    if (chosen.length === 0) return setErrors({ recipients: 'Choose at least one person.' })
    if (!consent) return setErrors({ consent: 'Confirm that these people agreed to get the report.' })
    const version = (under ?? mail)?.version
    const ok = await send(() =>
      server.reports.setMail({
        client: client?.id ?? null,
        recipients: chosen,
        consent: true,
        ...(version === undefined ? {} : { version }),
      }),
    )
    void refreshMails()
    if (!ok) return
    showToast({ tone: 'good', title: `Monthly email for ${about} turned on` })
    onClose()
  }
  async function remove() {
    if (!mail || !(await send(() => server.reports.removeMail({ id: mail.id })))) return
    void refreshMails()
    showToast({ tone: 'good', title: `Monthly email for ${about} turned off` })
    onClose()
  }
  return (
    <ActFrame
      size="md"
      phone="full"
      title={mail ? `Monthly email for ${mail.client?.name ?? 'your company'}` : 'Set up monthly email'}
      description="Sent on the first of each month, starting with the report for the current month. Every recipient can unsubscribe with a link in the email."
      confirm={mail ? 'Save changes' : 'Turn on email'}
      pending={pending}
      problem={problem}
      disabled={theirs !== undefined}
      more={
        mail && (
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden className="size-4" />}
            pending={pending}
            onClick={() => void remove()}
          >
            Turn off email
          </Button>
        )
      }
      onSubmit={() => void go()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice
          title="Someone else changed this email while you were editing"
          choice={{ label: 'Keep my changes', onChoose: keepMine }}
        >
          It now goes to {theirs.recipients.map((r) => r.name).join(', ')}.
        </TheirsNotice>
      )}
      {!mail && (
        <ReportClientField
          company={undefined}
          none="None (your company’s report)"
          value={client}
          onChange={(choice) => {
            setClient(choice)
            setChosen([])
          }}
        />
      )}
      <FieldSet
        label={client ? `Contacts at ${client.name}` : 'People at your company'}
        required
        {...(errors.recipients ? { error: errors.recipients } : {})}
      >
        {failed ? (
          <p className="text-muted text-sm">Couldn’t load the list. Close this dialog and try again.</p>
        ) : !people ? (
          <Skeleton className="h-16" />
        ) : people.length === 0 ? (
          <p className="text-muted text-sm">This client has no contacts yet. Add one under Contacts first.</p>
        ) : (
          <div className="flex flex-col gap-1">
            {people.map((p) => (
              <Checkbox
                key={p.id}
                label={p.name}
                description={p.email ?? 'No email address'}
                disabled={!p.email}
                checked={chosen.includes(p.id)}
                onChange={(event) => {
                  const on = event.currentTarget.checked
                  setChosen((now) => (on ? [...now, p.id] : now.filter((one) => one !== p.id)))
                }}
              />
            ))}
          </div>
        )}
      </FieldSet>
      <Checkbox
        label="These people agreed to get this report by email"
        description="We record who confirmed this and when."
        checked={consent}
        onChange={(event) => setConsent(event.currentTarget.checked)}
        {...(errors.consent ? { error: errors.consent } : {})}
      />
      <section aria-label="Preview" className="rounded-md border border-line bg-raised p-4">
        {preview.data ? (
          <>
            <p className="text-muted text-xs">
              From {preview.data.from} · sample for {preview.data.period.name}
            </p>
            <p className="mt-1 font-medium">{preview.data.subject}</p>
            <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
              {preview.data.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {client && preview.data.logo !== 'drawn' && (
              <p className="mt-3 text-warn text-xs">
                {preview.data.logo === 'missing'
                  ? 'Your company has no logo yet, so the PDF shows only its name. Add a logo in Settings → Company.'
                  : 'PDFs can’t show your logo. Upload one as PNG or JPEG in Settings → Company.'}
              </p>
            )}
            <div className="mt-3">
              <DocumentButton
                kind="report"
                size="sm"
                label="Preview PDF"
                subjectId={() =>
                  server.reports
                    .paper({
                      client: client?.id ?? null,
                      from: preview.data.period.from,
                      to: preview.data.period.to,
                    })
                    .then((r) => r.id)
                }
              />
            </div>
          </>
        ) : (
          <Skeleton className="h-24" />
        )}
      </section>
    </ActFrame>
  )
}
