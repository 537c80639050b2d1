// The people of a story: a company of its own with whoever plays in it, so that no test reads or writes what another one does.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { ADMIN, PASSWORD } from './browser.ts'
import { api, hold, linkIn, mailTo, tokenOf } from './mailbox.ts'

type Call = Awaited<ReturnType<typeof api>>
/** Somebody who can sign in; `call` speaks to the API as they do. */
export type Player = {
  email: string
  password: string
  fullName: string
  call: (method: Parameters<Call>[0], path: string, data?: object) => ReturnType<Call>
}
export type Story = {
  /** A word that nothing else in the product has, for names and subjects. */
  word: string
  company: { id: string; name: string }
  owner: Player
  /** Adds a person to the company. */
  add: (role: 'owner' | 'member', fullName: string) => Promise<Player>
  /** Gives the company prepaid minutes. */
  give: (minutes: number) => Promise<void>
}

/** Somebody who has an account, at the API. */
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

/** An engineer who is nobody else's: for what a person keeps, such as views and columns. */
export async function engineer(request: APIRequestContext, baseURL: string, fullName: string): Promise<Player> {
  const call = await api(request, baseURL)
  const admin = await player(request, baseURL, ADMIN)
  const { id: companyId } = await admin.call('GET', '/company')
  const word = randomBytes(5).toString('hex')
  const email = `engineer.${word}@millwright.example`
  const password = `quiet ${word} lanterns`
  await admin.call('POST', '/invitations', { companyId, email, role: 'engineer', fullName })
  const token = new URL(linkIn(await mailTo(request, baseURL, email))).searchParams.get('token')
  const { session } = await call('POST', '/auth/invitation/accept', { token, fullName, password })
  hold(email, session)
  return player(request, baseURL, email, password, fullName)
}

/** A company with an owner, made by the provider's administrator. */
export async function story(
  request: APIRequestContext,
  baseURL: string,
  { ownerName = 'Olivia Grant', company: name = 'Company' }: { ownerName?: string; company?: string } = {},
): Promise<Story> {
  const call = await api(request, baseURL)
  const admin = await player(request, baseURL, ADMIN)
  const word = `q${randomBytes(5).toString('hex')}`
  const company = await admin.call('POST', '/companies', { name: `${name} ${word}` })
  // One person invites a hundred in an hour: whoever comes after the owner is invited by them.
  let host = admin
  const add = async (role: 'owner' | 'member', fullName: string): Promise<Player> => {
    const email = `${fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}.${randomBytes(3).toString('hex')}@${word}.example`
    const password = `quiet ${word} lanterns`
    await host.call('POST', '/invitations', { companyId: company.id, email, role, fullName })
    const token = new URL(linkIn(await mailTo(request, baseURL, email))).searchParams.get('token')
    const { session } = await call('POST', '/auth/invitation/accept', { token, fullName, password })
    hold(email, session)
    return player(request, baseURL, email, password, fullName)
  }
  const owner = await add('owner', ownerName)
  host = owner
  return {
    word,
    company: { id: company.id, name: company.name },
    owner,
    add,
    give: (minutes) =>
      admin.call('POST', '/hours/adjustments', { companyId: company.id, minutes, reason: 'Hours for this test' }),
  }
}
