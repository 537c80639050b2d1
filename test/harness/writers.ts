// A database of its own with somebody in it who opens tickets without end, against a product that is a process of its own.
import pg from 'pg'
import { boot } from '../../src/server/boot.ts'
import { readEnv } from '../../src/server/platform/env.ts'
import { tokens } from '../../src/server/platform/token.ts'
import { makeCompany, makeUser } from '../factories/people.ts'
import { type OwnDatabase, ownDatabase } from './database.ts'
import { freePort } from './process.ts'
import { APP_SECRET } from './secrets.ts'

export type Writers = {
  database: OwnDatabase
  /** Sees everything, whatever the product is doing. */
  owner: pg.Pool
  /** What `startProduct` is told. */
  settings: () => Record<string, string>
  /** Headers of a call of the one who writes. */
  headers: Record<string, string>
  /** Makes `headers` anew: a session's tokens live for minutes, a file on a slow machine longer. */
  signIn: () => Promise<void>
  /** Opens tickets without end until told to stop; gives the key of each that was acknowledged. */
  writer: (url: string, name: string) => Writer
  /** Subjects of the tickets of one name that are in the database. */
  subjectsLike: (name: string) => Promise<string[]>
  drop: () => Promise<void>
}
export type Writer = { acknowledged: string[]; refused: number[]; broken: string[]; stop: () => Promise<void> }

/** A database with an owner who writes. */
export async function writers(): Promise<Writers> {
  const database = await ownDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2, application_name: 'the test itself' })
  const port = await freePort()
  const env = readEnv('serve', {
    DATABASE_URL: database.ownerUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET,
    LOG_LEVEL: 'silent',
  })
  const { close, db } = await boot(env, { pooled: database.ownerUrl, direct: database.ownerUrl })
  const company = await makeCompany(db.system)
  const user = await makeUser(db.system, { companyId: company.id, role: 'owner' })
  await close()

  const made: Writers = {
    database,
    owner,
    settings: () => ({ PORT: String(port), DATABASE_URL: database.ownerUrl, DATABASE_POOL: '6' }),
    headers: {},
    async signIn() {
      const { token } = await tokens(APP_SECRET, env.publicUrl).issue({
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
