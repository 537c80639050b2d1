import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field, FieldSet, TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { ActFrame } from '../platform/act-frame.tsx'
import { client, failureOf } from '../platform/api.ts'
import { AFTER_SIGN_IN } from '../platform/redirect.ts'
import { storeSession, userUpdated } from '../platform/session.client.ts'
import type { Act, Asked } from './acts.ts'
import { type Chosen, CompanyField } from './company-field.tsx'
import { roles, rolesAt } from './labels.ts'
import { nameOf, type Role, type User } from './model.ts'
import { refreshUsers, userOptions } from './people-queries.ts'
import { RoleCards } from './role-cards.tsx'

interface ActDialogProps {
  act: Act
  open: boolean
  onClose: () => void
}

/** Asks before an act on a user, says what will happen, and does it. */
export function ActDialog({ act, open, onClose }: ActDialogProps) {
  if (act.kind === 'move') return <MoveDialog user={act.user} open={open} onClose={onClose} />
  if (act.kind === 'view-as') return <ViewAsDialog user={act.user} open={open} onClose={onClose} />
  return <Question act={act} open={open} onClose={onClose} />
}

type Words = { title: string; description: string; verb: string; tone: 'danger' | 'primary'; done: string }

/** `keys`: names of the API keys that the user made. */
function wordsOf(act: Asked, keys: readonly string[]): Words {
  const { user } = act
  const name = nameOf(user)
  switch (act.kind) {
    case 'role': {
      const { one, meaning } = roles[act.role]
      return user.isYou
        ? {
            title: `Make yourself ${one}?`,
            description: `${meaning} You lose what you may do now at once, and only somebody else can give it back.`,
            verb: `Make me ${one}`,
            tone: 'danger',
            done: `You are ${one} now`,
          }
        : {
            title: `Make ${name} ${one}?`,
            description: `${meaning} It holds at once, wherever ${name} is signed in.`,
            verb: `Make ${one}`,
            tone: 'primary',
            done: `${name} is ${one} now`,
          }
    }
    case 'deactivate':
      return {
        title: `Deactivate ${name}?`,
        description: `${name} is signed out everywhere at once and cannot sign in any more. Tickets and everything else they wrote stay.${keysLeft(keys)} You can reactivate them at any time.`,
        verb: 'Deactivate',
        tone: 'danger',
        done: `${name} is deactivated`,
      }
    case 'reactivate':
      return {
        title: `Reactivate ${name}?`,
        description: `${name} can sign in again as ${roles[user.role].one} of ${user.company.name}, with the password of before.`,
        verb: 'Reactivate',
        tone: 'primary',
        done: `${name} can sign in again`,
      }
    case 'end-sessions':
      return {
        title: `Sign ${name} out everywhere?`,
        description: `Every browser in which ${name} is signed in has to sign in again. Nothing that was saved is lost; what is being typed may be.`,
        verb: 'Sign out everywhere',
        tone: 'danger',
        done: `${name} is signed out everywhere`,
      }
    case 'reset':
      return {
        title: `Reset the second factor of ${name}?`,
        description: `Authenticator app, recovery codes and passkeys are removed and ${name} is signed out everywhere; the password alone signs in then. Make sure first that it is really ${name} who asks: call a number that you know. A mail to ${user.email} says that you did this.`,
        verb: 'Reset second factor',
        tone: 'danger',
        done: `The second factor of ${name} is reset`,
      }
    case 'revoke':
      return {
        title: `Revoke the invitation of ${user.email}?`,
        description: 'The link in the mail stops working at once. You can invite the address again.',
        verb: 'Revoke invitation',
        tone: 'danger',
        done: `The invitation of ${user.email} is revoked`,
      }
  }
}

/** Keys belong to the company: they outlive the person who made them. */
function keysLeft(keys: readonly string[]): string {
  if (keys.length === 0) return ''
  return keys.length === 1
    ? ` The API key they made (${keys[0]}) goes on working: revoke it in the settings if it must not.`
    : ` The ${keys.length} API keys they made (${keys.join(', ')}) go on working: revoke in the settings those that must not.`
}

function perform(act: Asked): Promise<unknown> {
  const { id } = act.user
  switch (act.kind) {
    case 'role':
      return client.people.setRole({ id, role: act.role })
    case 'deactivate':
      return client.people.deactivate({ id })
    case 'reactivate':
      return client.people.reactivate({ id })
    case 'end-sessions':
      return client.people.endSessions({ id })
    case 'reset':
      return client.people.resetFactors({ id })
    case 'revoke':
      return client.people.revoke({ id })
  }
}

function Question({ act, open, onClose }: { act: Asked; open: boolean; onClose: () => void }) {
  const confirmed = useConfirmIdentity()
  const { data } = useQuery({ ...userOptions(act.user.id), enabled: act.kind === 'deactivate' })
  const { title, description, verb, tone, done } = wordsOf(act, data?.access?.apiKeys.map((key) => key.name) ?? [])
  async function run() {
    try {
      await confirmed(() => perform(act))
    } catch (e) {
      // What the list shows may be what went wrong.
      void refreshUsers()
      throw e instanceof IdentityNotConfirmed ? e : (failureOf(e) ?? e)
    }
    toast({ title: done, tone: 'good' })
    // The own role: what this page may do is asked for again.
    if (act.kind === 'role' && act.user.isYou) await userUpdated()
    await refreshUsers()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      confirmLabel={verb}
      tone={tone}
      onConfirm={run}
    />
  )
}

function MoveDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const confirmed = useConfirmIdentity()
  const name = nameOf(user)
  const [company, setCompany] = useState<Chosen>()
  const [role, setRole] = useState<Role>('member')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function move() {
    setProblem(undefined)
    if (!company) return setErrors({ companyId: 'Choose the company.' })
    setErrors({})
    setPending(true)
    try {
      await confirmed(() => client.people.move({ id: user.id, companyId: company.id, role }))
      toast({ title: `${name} belongs to ${company.name} now`, tone: 'good' })
      onClose()
      await refreshUsers()
    } catch (e) {
      const fields = failureOf(e)?.data?.fields
      if (fields) setErrors(Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, v[0]])))
      else if (e instanceof Error) setProblem(e.message)
    } finally {
      setPending(false)
    }
  }

  return (
    <ActFrame
      open={open}
      size="md"
      title={`Move ${name} to another company`}
      description={`${name} leaves ${user.company.name}, is signed out everywhere and sees only the new company from then on. What they wrote stays at ${user.company.name}.`}
      confirm="Move user"
      pending={pending}
      problem={problem}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      <CompanyField
        label="New company"
        value={company}
        except={user.company.id}
        error={errors.companyId}
        onChange={(next) => {
          setCompany(next)
          setErrors({})
          if (!rolesAt(next.isInternal).includes(role)) setRole(rolesAt(next.isInternal)[0])
        }}
      />
      <FieldSet label="Role there" error={errors.role}>
        <RoleCards isInternal={company?.isInternal ?? false} value={role} onChange={setRole} />
      </FieldSet>
    </ActFrame>
  )
}

const REASON_MIN = 3
const REASON_MAX = 300

function ViewAsDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const confirmed = useConfirmIdentity()
  const navigate = useNavigate()
  const name = nameOf(user)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function view() {
    setProblem(undefined)
    const words = reason.trim()
    if (words.length < REASON_MIN) return setError('Say why, in a few words.')
    if (words.length > REASON_MAX) return setError(`At most ${REASON_MAX} characters.`)
    setError(undefined)
    setPending(true)
    try {
      const { session } = await confirmed(() => client.account.viewAs({ userId: user.id, reason: words }))
      storeSession('SIGNED_IN', session)
      navigate(AFTER_SIGN_IN)
    } catch (e) {
      const message = failureOf(e)?.data?.fields?.reason?.[0]
      if (message) setError(message)
      else if (e instanceof Error) setProblem(e.message)
      setPending(false)
    }
  }

  return (
    <ActFrame
      open={open}
      title={`View the portal as ${name}`}
      description={`You see what ${name} of ${user.company.name} sees, for 30 minutes. Nothing can be changed meanwhile. It is written into the audit log with your reason.`}
      confirm={`View as ${user.name?.split(' ')[0] ?? 'user'}`}
      pending={pending}
      problem={problem}
      onSubmit={() => void view()}
      onClose={onClose}
    >
      <Field label="Why" error={error} hint="For example: “T-1042, the list stays empty for her”.">
        <TextArea rows={2} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
