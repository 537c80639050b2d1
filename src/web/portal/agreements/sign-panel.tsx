import { PenLine } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { useSending } from '../platform/use-sending.ts'
import { refreshAgreements } from './agreement-queries.ts'
import type { Agreement } from './model.ts'
import { SignFields } from './sign/index.ts'

const ReasonDialog = lazy(() => import('../platform/reason-dialog.tsx').then((m) => ({ default: m.ReasonDialog })))

/** The owner signs the text above, or asks for changes. */
export function SignPanel({ agreement }: { agreement: Agreement }) {
  const { id, current, consent } = agreement
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [asking, setAsking] = useState(false)
  const { pending, errors, problem, send, setErrors } = useSending<Agreement>()
  const form = useRef<HTMLFormElement>(null)
  // One key for each try of a person: what the network repeats is one signature.
  const key = useRef(crypto.randomUUID())

  async function sign() {
    const wrong = {
      ...(agreed ? {} : { consent: 'Tick the sentence to sign.' }),
      ...([...name.trim()].length < 2 ? { name: 'Type your full name.' } : {}),
    }
    if (Object.keys(wrong).length > 0) {
      setErrors(wrong)
      form.current?.querySelector<HTMLElement>(wrong.consent ? 'input[type=checkbox]' : 'input[name=name]')?.focus()
      return
    }
    const ok = await send(() =>
      client.agreements.sign(
        { id, revisionId: current.id, sha256: current.sha256 ?? '', name, consent },
        { context: { idempotencyKey: key.current } },
      ),
    )
    key.current = crypto.randomUUID()
    await refreshAgreements()
    if (!ok) return
    toast({ title: 'Signed', description: 'The signed text and the evidence stay here.', tone: 'good' })
    document.querySelector<HTMLElement>('h1')?.scrollIntoView({ block: 'center' })
  }

  return (
    <section
      aria-labelledby="sign"
      id="sign-here"
      className="scroll-mt-20 rounded-md border border-accent/35 bg-surface"
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sign()
        }}
        className="flex flex-col gap-5 px-5 py-5 md:px-8 md:py-7"
      >
        <h2 id="sign" className="font-semibold text-base">
          Sign for {agreement.company.name}
        </h2>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <SignFields
          consent={consent}
          agreed={agreed}
          onAgreed={setAgreed}
          name={name}
          onName={setName}
          errors={errors}
        />
        <div className="flex flex-wrap gap-2 max-md:[&>*]:h-11 max-md:[&>*]:flex-1">
          <Button type="submit" variant="primary" pending={pending} icon={<PenLine aria-hidden className="size-4" />}>
            {current.summary ? 'Sign amendment' : 'Sign agreement'}
          </Button>
          <Button onClick={() => setAsking(true)}>Ask for changes</Button>
        </div>
      </form>
      {asking && (
        <Suspense>
          <ReasonDialog
            title="Ask for changes"
            description="Whoever sent this reads it and sends you a new text."
            label="What should be changed?"
            field="comment"
            missing="Say what should be changed."
            max={2_000}
            confirm="Ask for changes"
            done="Sent. You will hear from us."
            act={(comment) => client.agreements.giveBack({ id, revisionId: current.id, comment })}
            refresh={refreshAgreements}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
