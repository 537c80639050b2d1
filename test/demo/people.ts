// The demo's other users: colleagues at the partners, engineers of the provider, and open invitations.
import { v7 as uuid } from 'uuid'
import { brand } from '../../brand.config.ts'
import type { Role } from '../../src/contract/base.ts'
import { sealSecret } from '../../src/server/account/factors/codes.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { newTotpSecret } from '../../src/server/platform/sign-in/totp.ts'
import { type MadeCompany, type MadeUser, makeInvitation, makeUser, type Owner } from '../factories/people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Colleague = {
  email: string
  fullName: string
  company: string
  role: Role | null
  /** Days since they joined. */
  joined: number
  /** Hours since they were last active, or null for never. */
  seen: number | null
  secondFactor?: boolean
  deactivated?: boolean
}

const north = 'Northgate IT'
const blue = 'Bluepeak Managed Services'
const colleagues: Colleague[] = [
  {
    email: 'lena.hartwig@northgate.example',
    fullName: 'Lena Hartwig',
    company: north,
    role: 'owner',
    joined: 402,
    seen: 26,
    secondFactor: true,
  },
  {
    email: 'ines.duarte@northgate.example',
    fullName: 'Ines Duarte',
    company: north,
    role: 'member',
    joined: 380,
    seen: 3,
  },
  {
    email: 'caleb.nystrom@northgate.example',
    fullName: 'Caleb Nystrom',
    company: north,
    role: 'member',
    joined: 288,
    seen: 49,
  },
  {
    email: 'ruth.okafor@northgate.example',
    fullName: 'Ruth Okafor',
    company: north,
    role: 'member',
    joined: 190,
    seen: 5,
    secondFactor: true,
  },
  {
    email: 'theo.lindgren@northgate.example',
    fullName: 'Theo Lindgren',
    company: north,
    role: null,
    joined: 96,
    seen: 290,
  },
  { email: 'mai.tran@northgate.example', fullName: 'Mai Tran', company: north, role: 'member', joined: 31, seen: null },
  {
    email: 'grant.mcallister@northgate.example',
    fullName: 'Grant McAllister',
    company: north,
    role: 'member',
    joined: 410,
    seen: 70 * 24,
    deactivated: true,
  },
  {
    email: 'otto.marsh@bluepeak.example',
    fullName: 'Otto Marsh',
    company: blue,
    role: 'member',
    joined: 220,
    seen: 30,
  },
  { email: 'yuki.sato@bluepeak.example', fullName: 'Yuki Sato', company: blue, role: 'member', joined: 120, seen: 8 },
  {
    email: 'nadia.rahman@millwright.example',
    fullName: 'Nadia Rahman',
    company: brand.shortName,
    role: 'engineer',
    joined: 505,
    seen: 1,
    secondFactor: true,
  },
  {
    email: 'joel.abernathy@millwright.example',
    fullName: 'Joel Abernathy',
    company: brand.shortName,
    role: 'engineer',
    joined: 340,
    seen: 4,
  },
  {
    email: 'sofia.bergqvist@millwright.example',
    fullName: 'Sofia Bergqvist',
    company: brand.shortName,
    role: 'admin',
    joined: 600,
    seen: 20,
    secondFactor: true,
  },
]

/** Hours since the demo accounts were last active. */
const seen: Record<string, number> = {
  'admin@millwright.example': 2,
  'engineer@millwright.example': 1,
  'owner@northgate.example': 6,
  'member@northgate.example': 22,
  'owner@bluepeak.example': 27,
}

/** Writes users and invitations, and sets when each user joined and was last active. */
export async function seedPeople(
  db: Owner,
  platform: Platform,
  { companies, people, now }: { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number },
): Promise<void> {
  const ago = (ms: number) => new Date(now - ms).toISOString()
  const password = platform.env.demoPassword as string
  for (const c of colleagues) {
    const company = companies.get(c.company) as MadeCompany
    const user = await makeUser(db, {
      companyId: company.id,
      role: c.role,
      email: c.email,
      fullName: c.fullName,
      password,
    })
    people.set(c.email, user)
    await db
      .updateTable('profiles')
      .set({
        created_at: ago(c.joined * DAY),
        last_seen_at: c.seen === null ? null : ago(c.seen * HOUR),
        deactivated_at: c.deactivated ? ago(60 * DAY) : null,
        second_factor: c.secondFactor ?? false,
      })
      .where('id', '=', user.id)
      .execute()
    if (c.secondFactor) {
      // No app has this secret, so nobody can sign in to these accounts until an administrator resets it.
      const secret = await sealSecret(platform, newTotpSecret())
      await db
        .insertInto('auth.factors')
        .values({ id: uuid(), user_id: user.id, friendly_name: 'Authenticator App', secret, status: 'verified' })
        .execute()
    }
  }
  for (const [email, hours] of Object.entries(seen)) {
    const user = people.get(email) as MadeUser
    await db
      .updateTable('profiles')
      .set({ created_at: ago(420 * DAY), last_seen_at: ago(hours * HOUR) })
      .where('id', '=', user.id)
      .execute()
  }
  const by = people.get('owner@northgate.example') as MadeUser
  const invite = { companyId: by.companyId, invitedBy: by.id }
  await makeInvitation(db, {
    ...invite,
    email: 'jonas.weaver@northgate.example',
    fullName: 'Jonas Weaver',
    role: 'member',
    createdAt: ago(2 * DAY),
  })
  // An expired invitation.
  await makeInvitation(db, {
    ...invite,
    email: 'dispatch@northgate.example',
    role: 'member',
    createdAt: ago(12 * DAY),
    sentCount: 2,
  })
  await makeInvitation(db, {
    companyId: (companies.get(blue) as MadeCompany).id,
    invitedBy: (people.get('owner@bluepeak.example') as MadeUser).id,
    email: 'finn.carver@bluepeak.example',
    fullName: 'Finn Carver',
    role: 'owner',
    createdAt: ago(DAY),
  })
}
