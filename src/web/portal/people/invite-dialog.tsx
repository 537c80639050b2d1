import { useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, FieldSet, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { addressesIn, wrongAddress } from './addresses.ts'
import { type Chosen, CompanyField } from './company-field.tsx'
import { rolesAt } from './labels.ts'
import type { Role } from './model.ts'
import { refreshUsers } from './people-queries.ts'
import { RoleCards } from './role-cards.tsx'

/** So many at once; more are a job for later. */
const MOST = 20

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  /** The company they are invited to; without one it is asked for. */
  company: Chosen | undefined
}

type Refused = { email: string; message: string }

/** Invites people by mail: several addresses at once, one role. */
export function InviteDialog({ open, onClose, company: given }: InviteDialogProps) {
  const confirmed = useConfirmIdentity()
  const [picked, setPicked] = useState<Chosen>()
  const [text, setText] = useState('')
  const [fullName, setFullName] = useState('')
  const [role, setRole] = useState<Role>(rolesAt(given?.isInternal ?? false)[0])
  const [errors, setErrors] = useState<{ emails?: string; company?: string; role?: string }>({})
  const [refused, setRefused] = useState<Refused[]>([])
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [keys] = useState(onceKeys)
  const box = useRef<HTMLTextAreaElement>(null)
  const company = given ?? picked
  const emails = addressesIn(text)

  function check(): typeof errors {
    const wrong = emails.find(wrongAddress)
    return {
      ...(company ? {} : { company: 'Choose the company.' }),
      ...(emails.length === 0
        ? { emails: 'Enter at least one email address.' }
        : wrong
          ? { emails: `“${wrong}” is not an email address.` }
          : emails.length > MOST
            ? { emails: `At most ${MOST} at once; these are ${emails.length}.` }
            : {}),
    }
  }

  async function send() {
    const found = check()
    setErrors(found)
    setRefused([])
    setProblem(undefined)
    if (Object.keys(found).length > 0 || !company) {
      if (found.emails) box.current?.focus()
      return
    }
    const left: Refused[] = []
    let sent = 0
    for (const [index, email] of emails.entries()) {
      setProgress({ done: index, of: emails.length })
      const name = emails.length === 1 ? fullName.trim() : ''
      const input = { email, role, companyId: company.id, ...(name ? { fullName: name } : {}) }
      try {
        await confirmed(() => client.people.invite(input, { context: { idempotencyKey: keys.keyFor(input) } }))
        keys.done()
        sent++
      } catch (e) {
        const failure = failureOf(e)
        const fields = failure?.data?.fields
        if (fields?.email?.[0]) left.push({ email, message: fields.email[0] })
        else {
          // What stops one stops the rest: they stay in the box.
          left.push(...emails.slice(index).map((rest) => ({ email: rest, message: '' })))
          if (fields?.role?.[0]) setErrors({ role: fields.role[0] })
          else if (!(e instanceof IdentityNotConfirmed) || sent === 0)
            setProblem(e instanceof Error ? e.message : 'Something went wrong. Try again.')
          break
        }
      }
    }
    setProgress(undefined)
    if (sent > 0) {
      toast({
        title: sent === 1 ? 'Invitation sent' : `${sent} invitations sent`,
        description: 'The links are good for seven days.',
        tone: 'good',
      })
      void refreshUsers()
    }
    if (left.length === 0) return onClose()
    setText(left.map((r) => r.email).join('\n'))
    setRefused(left.filter((r) => r.message))
  }

  return (
    <ActFrame
      open={open}
      size="md"
      phone="full"
      title={given ? `Invite people to ${given.name}` : 'Invite people'}
      description="Each gets a mail with a link of their own, good once and for seven days. They choose their password themselves."
      confirm={emails.length > 1 ? `Send ${emails.length} invitations` : 'Send invitation'}
      pending={progress !== undefined}
      problem={problem}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <Banner tone="warn" title={refused.length === 1 ? 'One was not sent' : `${refused.length} were not sent`}>
          {refused.map((r) => (
            <span key={r.email} className="block">
              {r.email}: {r.message}
            </span>
          ))}
        </Banner>
      )}
      {!given && (
        <CompanyField
          value={picked}
          error={errors.company}
          onChange={(next) => {
            setPicked(next)
            setErrors({})
            if (!rolesAt(next.isInternal).includes(role)) setRole(rolesAt(next.isInternal)[0])
          }}
        />
      )}
      <Field label="Email addresses" error={errors.emails} hint="One in a line, or several with commas between them.">
        <TextArea
          ref={box}
          rows={2}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {emails.length === 1 && (
        <Field label="Name" optional hint="Greets them in the mail. They can write it differently.">
          <TextInput
            autoComplete="off"
            maxLength={100}
            value={fullName}
            onChange={(event) => setFullName(event.currentTarget.value)}
          />
        </Field>
      )}
      <FieldSet label="Role" error={errors.role} hint="You can change it later.">
        <RoleCards isInternal={company?.isInternal ?? false} value={role} onChange={setRole} />
      </FieldSet>
      <p role="status" className="sr-only">
        {progress ? `Sending ${progress.done + 1} of ${progress.of}` : ''}
      </p>
    </ActFrame>
  )
}
