import { useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Field, FieldSet, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { isWrongAddress, parseAddresses } from './addresses.ts'
import { type Chosen, UserCompanyField } from './company-field.tsx'
import { listRoles } from './labels.ts'
import type { Role } from './model.ts'
import { refreshUsers } from './people-queries.ts'
import { RoleCards } from './role-cards.tsx'

/** Maximum number of invitations sent together. */
const MOST = 20

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  /** The company to invite to. If undefined, the dialog asks for it. */
  company: Chosen | undefined
}

type Refused = { email: string; message: string }

/** Invites people by email: several addresses with one role. */
export function InviteDialog({ open, onClose, company: given }: InviteDialogProps) {
  const confirmed = useConfirmIdentity()
  const [picked, setPicked] = useState<Chosen>()
  const [text, setText] = useState('')
  const [fullName, setFullName] = useState('')
  const [role, setRole] = useState<Role>(listRoles(given?.isInternal ?? false)[0])
  const [errors, setErrors] = useState<{ emails?: string; company?: string; role?: string }>({})
  const [refused, setRefused] = useState<Refused[]>([])
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [keys] = useState(createOnceKeys)
  const box = useRef<HTMLTextAreaElement>(null)
  const company = given ?? picked
  const emails = parseAddresses(text)

  function check(): typeof errors {
    const wrong = emails.find(isWrongAddress)
    return {
      ...(company ? {} : { company: 'Choose a company.' }),
      ...(emails.length === 0
        ? { emails: 'Enter at least one email address.' }
        : wrong
          ? { emails: `“${wrong}” is not an email address.` }
          : emails.length > MOST
            ? { emails: `Enter at most ${MOST} email addresses. You entered ${emails.length}.` }
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
        const failure = parseFailure(e)
        const fields = failure?.data?.fields
        if (fields?.email?.[0]) left.push({ email, message: fields.email[0] })
        else {
          // This error would also affect the remaining addresses, so keep them in the field.
          left.push(...emails.slice(index).map((rest) => ({ email: rest, message: '' })))
          if (fields?.role?.[0]) setErrors({ role: fields.role[0] })
          else if (!(e instanceof IdentityNotConfirmed) || sent === 0)
            setProblem(
              e instanceof Error ? e.message : 'We couldn’t send the invitations. Check your connection and try again.',
            )
          break
        }
      }
    }
    setProgress(undefined)
    if (sent > 0) {
      showToast({
        title: sent === 1 ? 'Invitation sent' : `${sent} invitations sent`,
        description: 'The links expire in seven days.',
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
      description="We email each person a link. It works once and expires in seven days. They choose their own password."
      confirm={emails.length > 1 ? `Send ${emails.length} invitations` : 'Send invitation'}
      pending={progress !== undefined}
      problem={problem}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <Banner
          tone="warn"
          title={refused.length === 1 ? '1 invitation wasn’t sent' : `${refused.length} invitations weren’t sent`}
        >
          {refused.map((r) => (
            <span key={r.email} className="block">
              {r.email}: {r.message}
            </span>
          ))}
        </Banner>
      )}
      {!given && (
        <UserCompanyField
          value={picked}
          error={errors.company}
          onChange={(next) => {
            setPicked(next)
            setErrors({})
            if (!listRoles(next.isInternal).includes(role)) setRole(listRoles(next.isInternal)[0])
          }}
        />
      )}
      <Field label="Email addresses" error={errors.emails} hint="One per line, or separated by commas.">
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
        <Field label="Name" optional hint="Used to greet them in the email. They can change it when they join.">
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
