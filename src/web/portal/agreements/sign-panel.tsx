import { PenLine } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { signerProblem } from '../../../contract/plain/signer-name.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { refreshAgreements } from './agreement-queries.ts'
import type { Agreement } from './model.ts'
import { SignFields, useConfirmCommitment } from './signing/index.ts'

const ReasonDialog = lazy(() =>
  import('../platform/forms/reason-dialog.tsx').then((m) => ({ default: m.ReasonDialog })),
)

/** Lets an owner sign the text above or request changes. */
export function SignPanel({ agreement }: { agreement: Agreement }) {
  const { id, current, consent } = agreement
  const [name, setName] = useState('')
  const [legalName, setLegalName] = useState(false)
  const { profile } = useAuth()
  const accountName = profile?.full_name ?? ''
  const confirmation = useConfirmCommitment()
  const [agreed, setAgreed] = useState(false)
  const [asking, setAsking] = useState(false)
  const { pending, errors, problem, send, setErrors } = useSending<Agreement>()
  const form = useRef<HTMLFormElement>(null)
  const [keys] = useState(createOnceKeys)

  async function sign() {
    const nameProblem =
      [...name.trim()].length < 2 ? 'Type your full name.' : signerProblem(name, legalName, accountName)
    const wrong = {
      ...(agreed ? {} : { consent: 'Check the box to sign.' }),
      ...(nameProblem ? { name: nameProblem } : {}),
    }
    if (Object.keys(wrong).length > 0) {
      setErrors(wrong)
      form.current?.querySelector<HTMLElement>(wrong.consent ? 'input[type=checkbox]' : 'input[name=name]')?.focus()
      return
    }
    setErrors({})
    const label = current.summary ? 'Sign amendment' : 'Sign agreement'
    if (!(await confirmation.ask({ company: agreement.company.name, commitment: agreement.commitment, label }))) return
    const input = { id, revisionId: current.id, sha256: current.sha256 ?? '', name, legalName, consent }
    const ok = await send(async () => {
      const signed = await client.agreements.sign(input, { context: { idempotencyKey: keys.keyFor(input) } })
      // Pending until this panel is gone, so that nobody signs again.
      await refreshAgreements()
      return signed
    })
    if (!ok) return void refreshAgreements()
    keys.done()
    showToast({
      title: 'Signed',
      description: 'The signed text and the signature record are available here.',
      tone: 'good',
    })
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
          accountName={accountName}
          legalName={legalName}
          onLegalName={setLegalName}
          errors={errors}
        />
        <div className="flex flex-wrap gap-2 max-md:[&>*]:h-11 max-md:[&>*]:flex-1">
          <Button type="submit" variant="primary" pending={pending} icon={<PenLine aria-hidden className="size-4" />}>
            {current.summary ? 'Sign amendment' : 'Sign agreement'}
          </Button>
          <Button onClick={() => setAsking(true)}>Request changes</Button>
        </div>
      </form>
      {confirmation.dialog}
      {asking && (
        <Suspense>
          <ReasonDialog
            title="Request changes"
            description="The person who sent this agreement gets your comment and can send you a new version."
            label="What should we change?"
            field="comment"
            missing="Describe what to change."
            max={2_000}
            confirm="Request changes"
            done="Changes requested. We’ll get back to you."
            act={(comment) => client.agreements.return({ id, revisionId: current.id, comment })}
            refresh={refreshAgreements}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
