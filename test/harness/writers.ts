// A database with a user who keeps opening tickets, against a product that runs as a separate process.
import pg from 'pg'
import { bootPlatform } from '../../src/server/boot.ts'
import { readEnv } from '../../src/server/platform/env.ts'
import { createTokens } from '../../src/server/platform/sign-in/token.ts'
import { makeCompany, makeUser } from '../factories/people.ts'
import { type OwnDatabase, ownDatabase } from './database.ts'
import { freePort } from './process.ts'
import { APP_SECRET } from './secrets.ts'

export type Writers = {
  database: OwnDatabase
  /** A connection that bypasses row-level security and works while the product is down. */
  owner: pg.Pool
  /** Settings for `startProduct`. */
  settings: () => Record<string, string>
  /** Request headers of the user. */
  headers: Record<string, string>
  /** Renews `headers`: a token is valid for minutes, and a test file can take longer on a slow machine. */
  signIn: () => Promise<void>
  /** Opens tickets until stopped. Collects the key of each ticket that was acknowledged. */
  writer: (url: string, name: string) => Writer
  /** Returns the subjects in the database of the tickets of one writer. */
  subjectsLike: (name: string) => Promise<string[]>
  drop: () => Promise<void>
}
type Writer = { acknowledged: string[]; refused: number[]; broken: string[]; stop: () => Promise<void> }

/** Creates a database with an owner who opens tickets. */
export async function writers(): Promise<Writers> {
  const database = await ownDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2, application_name: 'the test itself' })
  const port = await freePort()
  const env = readEnv('serve', {
    DATABASE_URL: database.ownerUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET,
    ALLOW_INSECURE_HTTP: 'yes',
    LOG_LEVEL: 'silent',
  })
  const { close, db } = await bootPlatform(env, { pooled: database.ownerUrl, direct: database.ownerUrl })
  const company = await makeCompany(db.system)
  const user = await makeUser(db.system, { companyId: company.id, role: 'owner' })
  await close()

  const made: Writers = {
    database,
    owner,
    settings: () => ({ PORT: String(port), DATABASE_URL: database.ownerUrl, DATABASE_POOL: '6' }),
    headers: {},
    async signIn() {
      const { token } = await createTokens(env, env.publicUrl).issue({
        kind: 'tenant',
        companyId: company.id,
        userId: user.id,
        role: 'owner',
        sessionId: crypto.randomUUID(),
      })
      made.headers = {
        apikey: env.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
    },
    writer(url, name) {
      let going = true
      const acknowledged: string[] = []
      const refused: number[] = []
      const broken: string[] = []
      const one = async (lane: number) => {
        for (let i = 0; going; i++) {
          const subject = `${name} ${lane} ${i}`
          try {
            const r = await fetch(`${url}/api/v1/tickets`, {
              method: 'POST',
              headers: { ...made.headers, 'idempotency-key': subject },
              body: JSON.stringify({ subject, description: 'x' }),
            })
            await r.text()
            if (r.status === 201) acknowledged.push(subject)
            else refused.push(r.status)
          } catch {
            broken.push(subject)
            await new Promise((r) => setTimeout(r, 5))
          }
        }
      }
      const lanes = Promise.all([0, 1, 2, 3].map(one))
      return {
        acknowledged,
        refused,
        broken,
        stop: async () => {
          going = false
          await lanes
        },
      }
    },
    async subjectsLike(name) {
      const { rows } = await owner.query<{ subject: string }>(`select subject from tickets where subject like $1`, [
        `${name} %`,
      ])
      return rows.map((r) => r.subject)
    },
    async drop() {
      await owner.end()
      await database.drop()
    },
  }
  await made.signIn()
  return made
}
