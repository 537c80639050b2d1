// Creates a company and its people for one test, so that tests do not share data.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { ADMIN, PASSWORD } from './browser.ts'
import { api, keepSession, linkIn, mailTo, tokenOf } from './mailbox.ts'

type Call = Awaited<ReturnType<typeof api>>
/** A person who can sign in. `call` makes API calls as this person. */
export type Player = {
  email: string
  password: string
  fullName: string
  call: (method: Parameters<Call>[0], path: string, data?: object) => ReturnType<Call>
}
type Story = {
  /** A unique word for names and subjects. */
  word: string
  company: { id: string; name: string }
  owner: Player
  /** Adds a person to the company. */
  add: (role: 'owner' | 'member', fullName: string) => Promise<Player>
  /** Gives the company prepaid minutes. */
  give: (minutes: number) => Promise<void>
}

const addressOf = (fullName: string, host: string) =>
  `${(fullName.toLowerCase().match(/[a-z]+/g) ?? []).join('.')}.${randomBytes(3).toString('hex')}@${host}`

/** Returns a person who has an account, with their calls to the API. */
export async function player(
  request: APIRequestContext,
  baseURL: string,
  email: string,
  password = PASSWORD,
  fullName = '',
): Promise<Player> {
  const call = await api(request, baseURL)
  return {
    email,
    password,
    fullName,
    call: async (method, path, data) => call(method, path, data, await tokenOf(request, baseURL, email, password)),
  }
}

/** Signs up and returns a new person, the owner of a company without a name. */
export async function newcomer(
  request: APIRequestContext,
  baseURL: string,
  fullName = 'Robin Reyes',
  host = 'example.com',
): Promise<Player> {
  const call = await api(request, baseURL)
  const email = addressOf(fullName, host)
  const password = 'seven quiet lanterns'
  await call('POST', '/auth/sign-up', { email, password, fullName })
  const token = new URL(linkIn(await mailTo(request, baseURL, email, /^Verify your email/))).searchParams.get('token')
  await call('POST', '/auth/verify-email', { token })
  return player(request, baseURL, email, password, fullName)
}

/** Creates an engineer of the provider for one test, with a separate timer, drafts and lists. */
export async function engineer(
  request: APIRequestContext,
  baseURL: string,
  fullName = 'Ada Quill',
): Promise<Player & { id: string }> {
  const call = await api(request, baseURL)
  const admin = await player(request, baseURL, ADMIN)
  const email = addressOf(fullName, 'millwright.example')
  const password = 'eleven patient herons'
  const { company } = await admin.call('GET', '/me/profile')
  await admin.call('POST', '/invitations', { companyId: company.id, email, role: 'engineer', fullName })
  const token = new URL(linkIn(await mailTo(request, baseURL, email))).searchParams.get('token')
  const { session } = await call('POST', '/auth/invitation/accept', { token, fullName, password })
  keepSession(email, session)
  return { ...(await player(request, baseURL, email, password, fullName)), id: session.user.id }
}

/** Creates a company with an owner, who signs up and names it. */
export async function story(
  request: APIRequestContext,
  baseURL: string,
  { ownerName = 'Olivia Grant', company: name = 'Company' }: { ownerName?: string; company?: string } = {},
): Promise<Story> {
  const call = await api(request, baseURL)
  const word = `q${randomBytes(5).toString('hex')}`
  const owner = await newcomer(request, baseURL, ownerName, `${word}.example`)
  const company = await owner.call('PATCH', '/company', { name: `${name} ${word}` })
  return {
    word,
    company: { id: company.id, name: company.name },
    owner,
    add: async (role, fullName) => {
      const email = addressOf(fullName, `${word}.example`)
      const password = 'quiet amber lanterns'
      await owner.call('POST', '/invitations', { email, role, fullName })
      const token = new URL(linkIn(await mailTo(request, baseURL, email))).searchParams.get('token')
      const { session } = await call('POST', '/auth/invitation/accept', { token, fullName, password })
      keepSession(email, session)
      return player(request, baseURL, email, password, fullName)
    },
    give: async (minutes) => {
      const admin = await player(request, baseURL, ADMIN)
      await admin.call('POST', '/hours/adjustments', { companyId: company.id, minutes, reason: 'Hours for this test' })
    },
  }
}
