import pg from 'pg'
import { inject } from 'vitest'
import { opened } from './open.ts'
import { OWNER_PASSWORD, TEMPLATE } from './secrets.ts'

const OBJECT_IN_USE = '55006'

export type OwnDatabase = { name: string; ownerUrl: string; superuserUrl: string; drop(): Promise<void> }

/** Creates a database for one test file, cloned from the migrated template. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const { port, superuserPassword } = inject('cluster')
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const at = (database: string, user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const admin = new pg.Client(at('postgres', 'postgres', superuserPassword))
  await admin.connect()
  for (let i = 0; ; i++) {
    try {
      await admin.query(`create database ${name} template ${TEMPLATE} owner portal_owner strategy file_copy`)
      break
    } catch (e) {
      // Postgres does not clone a database that has connections. No test connects to the template, but autovacuum does
      // now and then. Postgres itself waits five seconds before it reports this.
      if ((e as { code?: string }).code !== OBJECT_IN_USE || i === 5) throw e
    }
  }
  const gone = opened('a database (ownDatabase) that was not dropped')
  return {
    name,
    ownerUrl: at(name, 'portal_owner', OWNER_PASSWORD),
    superuserUrl: at(name, 'postgres', superuserPassword),
    async drop() {
      // The server needs a moment to notice that connections are closed.
      for (let i = 0; ; i++) {
        try {
          await admin.query(`drop database ${name}`)
          break
        } catch (e) {
          if (i === 100) throw e
          await new Promise((r) => setTimeout(r, 20))
        }
      }
      await admin.end()
      gone()
    },
  }
}

/** Creates a database with nothing but an empty schema `public`, as an operator provides it before the first start. */
export async function emptyDatabase(): Promise<OwnDatabase> {
  const own = await ownDatabase()
  const root = new pg.Client(own.superuserUrl)
  await root.connect()
  await root.query(
    `do $$ declare s text; begin
      for s in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
        execute format('drop schema %I cascade', s);
      end loop;
    end $$;
    create schema public authorization pg_database_owner; drop extension if exists btree_gin cascade`,
  )
  await root.end()
  return own
}
