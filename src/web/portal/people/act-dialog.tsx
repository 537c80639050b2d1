import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field, FieldSet, TextArea } from '../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { AFTER_SIGN_IN } from '../platform/session/redirect.ts'
import { storeSession, userUpdated } from '../platform/session/session.client.ts'
import type { Act, Asked } from './acts.ts'
import { type Chosen, UserCompanyField } from './company-field.tsx'
import { listRoles, roles } from './labels.ts'
import { getUserName, type Role, type User } from './model.ts'
import { refreshUsers, userOptions } from './people-queries.ts'
import { RoleCards } from './role-cards.tsx'

interface ActDialogProps {
  act: Act
  open: boolean
  onClose: () => void
}

/** Asks for confirmation before an action on a user, explains what will happen, and carries it out. */
export function ActDialog({ act, open, onClose }: ActDialogProps) {
  if (act.kind === 'move') return <MoveDialog user={act.user} open={open} onClose={onClose} />
  if (act.kind === 'view-as') return <ViewAsDialog user={act.user} open={open} onClose={onClose} />
  return <Question act={act} open={open} onClose={onClose} />
}

type Words = { title: string; description: string; verb: string; tone: 'danger' | 'primary'; done: string }

/** Returns the texts of the dialog. `keys` are the names of the API keys that the user created. */
function wordsOf(act: Asked, keys: readonly string[]): Words {
  const { user } = act
  const name = getUserName(user)
  switch (act.kind) {
    case 'role': {
      const { one, label, meaning } = roles[act.role]
      return user.isYou
        ? {
            title: `Make yourself ${one}?`,
            description: `${meaning} You lose your current permissions immediately, and only someone else can restore them.`,
            verb: `Become ${one}`,
            tone: 'danger',
            done: `You are now ${one}`,
          }
        : {
            title: `Make ${name} ${one}?`,
            description: `${meaning} The change takes effect immediately, wherever ${name} is signed in.`,
            verb: `Make ${label.toLowerCase()}`,
            tone: 'primary',
            done: `${name} is now ${one}`,
          }
    }
    case 'deactivate':
      return {
        title: `Deactivate ${name}?`,
        description: `${name} is signed out everywhere immediately and can’t sign in anymore. Their tickets and everything else they created are kept.${keysLeft(keys)} You can reactivate them at any time.`,
        verb: 'Deactivate user',
        tone: 'danger',
        done: `${name} deactivated`,
      }
    case 'reactivate':
      return {
        title: `Reactivate ${name}?`,
        description: `${name} can sign in again as ${roles[user.role].one} of ${user.company.name}, with their previous password.`,
        verb: 'Reactivate user',
        tone: 'primary',
        done: `${name} reactivated`,
      }
    case 'end-sessions':
      return {
        title: `Sign ${name} out everywhere?`,
        description: `${name} has to sign in again on every device. Saved work is kept, but unsaved changes may be lost.`,
        verb: 'Sign out everywhere',
        tone: 'danger',
        done: `${name} signed out everywhere`,
      }
    case 'reset':
      return {
        title: `Reset two-factor authentication for ${name}?`,
        description: `This removes their authenticator app, recovery codes and passkeys and signs them out everywhere. They can then sign in with their password alone. First verify that the request really comes from ${name}: call them at a number you already have. We’ll notify ${user.email} by email.`,
        verb: 'Reset two-factor authentication',
        tone: 'danger',
        done: `Two-factor authentication reset for ${name}`,
      }
    case 'revoke':
      return {
        title: `Revoke the invitation for ${user.email}?`,
        description: 'The link in the email stops working immediately. You can invite this address again.',
        verb: 'Revoke invitation',
        tone: 'danger',
        done: `Invitation for ${user.email} revoked`,
      }
  }
}

/** API keys belong to the company and keep working after their creator is deactivated. */
function keysLeft(keys: readonly string[]): string {
  if (keys.length === 0) return ''
  return keys.length === 1
    ? ` The API key they created (${keys[0]}) keeps working. If it shouldn’t, revoke it under API keys.`
    : ` The ${keys.length} API keys they created (${keys.join(', ')}) keep working. Revoke any that shouldn’t under API keys.`
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
      // The error may be caused by an outdated list.
      void refreshUsers()
      throw e instanceof IdentityNotConfirmed ? e : (parseFailure(e) ?? e)
    }
    showToast({ title: done, tone: 'good' })
    // The reader changed their own role, so refetch their permissions.
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
  const name = getUserName(user)
  const [company, setCompany] = useState<Chosen>()
  const [role, setRole] = useState<Role>('member')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function move() {
    setProblem(undefined)
    if (!company) return setErrors({ companyId: 'Choose a company.' })
    setErrors({})
    setPending(true)
    try {
      await confirmed(() => client.people.move({ id: user.id, companyId: company.id, role }))
      showToast({ title: `${name} moved to ${company.name}`, tone: 'good' })
      onClose()
      await refreshUsers()
    } catch (e) {
      const fields = parseFailure(e)?.data?.fields
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
      description={`${name} leaves ${user.company.name}, is signed out everywhere and then sees only the new company. Everything they created stays at ${user.company.name}.`}
      confirm="Move user"
      pending={pending}
      problem={problem}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      <UserCompanyField
        label="New company"
        value={company}
        except={user.company.id}
        error={errors.companyId}
        onChange={(next) => {
          setCompany(next)
          setErrors({})
          if (!listRoles(next.isInternal).includes(role)) setRole(listRoles(next.isInternal)[0])
        }}
      />
      <FieldSet label="Role at the new company" error={errors.role}>
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
  const name = getUserName(user)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  async function view() {
    setProblem(undefined)
    const words = reason.trim()
    if (words.length < REASON_MIN) return setError('Enter a reason of at least 3 characters.')
    if (words.length > REASON_MAX) return setError(`At most ${REASON_MAX} characters.`)
    setError(undefined)
    setPending(true)
    try {
      const { session } = await confirmed(() => client.account.viewAs({ userId: user.id, reason: words }))
      storeSession('SIGNED_IN', session)
      navigate(AFTER_SIGN_IN)
    } catch (e) {
      const message = parseFailure(e)?.data?.fields?.reason?.[0]
      if (message) setError(message)
      else if (e instanceof Error) setProblem(e.message)
      setPending(false)
    }
  }

  return (
    <ActFrame
      open={open}
      title={`View the portal as ${name}`}
      description={`You see the portal exactly as ${name} of ${user.company.name} sees it, for 30 minutes. You can’t change anything. Your reason is recorded in the audit log.`}
      confirm={`View as ${user.name?.split(' ')[0] ?? 'user'}`}
      pending={pending}
      problem={problem}
      onSubmit={() => void view()}
      onClose={onClose}
    >
      <Field label="Reason" error={error} hint="For example: “T-1042, her ticket list is empty”.">
        <TextArea rows={2} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
