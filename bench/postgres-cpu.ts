// CPU time of Postgres: of the postmaster and all its children, also those that have ended. Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds per tick of the times in /proc/<pid>/stat. */
const TICK_MS = 10

/** Returns the fields of /proc/<pid>/stat after the name, which may contain spaces. Undefined when it has ended. */
function statOf(pid: number | string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
const PARENT = 1
/** User and system time of the process, then of its children that have ended. */
const TIMES = [11, 12, 13, 14]
const ticksOf = (stat: string[]) => TIMES.reduce((sum, at) => sum + Number(stat[at]), 0)

/** Returns the process id of the postmaster that a connection belongs to, on this machine. */
export async function findPostmaster(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = statOf((rows[0] as { pid: number }).pid)
  if (!stat) throw new Error('The CPU time of Postgres can only be measured on the machine it runs on.')
  return Number(stat[PARENT])
}

/** Returns the CPU time that a Postgres server has used since its start, in milliseconds. */
export function postgresCpu(postmaster: number): number {
  let ticks = ticksOf(statOf(postmaster) ?? [])
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const stat = statOf(pid)
    if (stat && Number(stat[PARENT]) === postmaster) ticks += ticksOf(stat)
  }
  return ticks * TICK_MS
}
