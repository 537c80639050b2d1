import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { refreshMoney } from './stripe-queries.ts'

type Finding = Awaited<ReturnType<typeof client.billing.stripe>>['findings'][number]

/** What does not fit between Stripe and us: reported, and closed by a person. */
export function FindingList({ findings, company = true }: { findings: Finding[]; company?: boolean }) {
  const [asked, setAsked] = useState<Finding>()
  return (
    <section aria-label="To be looked at">
      <ul className="flex flex-col gap-2">
        {findings.map(({ found: { todo, ...found }, ...f }) => (
          <li key={f.id}>
            <Banner
              tone="bad"
              title={company ? `${f.company.name}: ${f.title}` : f.title}
              action={
                <Button size="sm" className="max-md:h-11!" onClick={() => setAsked({ ...f, found })}>
                  Close
                </Button>
              }
            >
              {words(f.expected, 'Here')} {words(found, 'At Stripe')} {typeof todo === 'string' && `${todo} `}Seen{' '}
              <RelativeTime iso={f.lastSeenAt} />.
            </Banner>
          </li>
        ))}
      </ul>
      {asked && <Resolve key={asked.id} finding={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** Values with their names, money as money. */
function words(values: Record<string, unknown>, where: string): string {
  const said = Object.entries(values)
    .filter(([, v]) => v !== null && v !== undefined)
    .map(([name, v]) => `${name} ${typeof v === 'number' ? showCents(v) : String(v)}`)
  return said.length === 0 ? '' : `${where}: ${said.join(', ')}.`
}

function Resolve({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const close = async () => {
    if (text.trim() === '') return setError('Say what was done.')
    setPending(true)
    try {
      await client.hours.closeFinding({ id: finding.id, words: text.trim() })
      await Promise.all([refreshMoney(), queries.invalidateQueries({ queryKey: api.hours.findings.key() })])
      toast({ tone: 'good', title: 'Closed' })
      onClose()
    } catch (e) {
      setError(failureOf(e)?.message ?? 'This was not saved. Try again.')
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="What was done about it?"
      description={finding.title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void close()}>
            Close it
          </Button>
        </>
      }
    >
      <Field label="What was done" required {...(error ? { error } : {})}>
        <TextArea value={text} onChange={(e) => setText(e.target.value)} rows={3} />
      </Field>
    </Dialog>
  )
}
