import { type Case, latency, measure, type UnderLoad } from './load.ts'

type Hours = UnderLoad & { tickets: string[]; few: string[]; many: string[] }

/** Returns the figures for logging time that uses hours, and for the first page of a short and a long ledger. */
export async function hoursFigures(server: UnderLoad) {
  const { tickets, few, many, apikey } = server as Hours
  let n = 0
  const book: Case = {
    name: 'log 15 minutes, using hours',
    get path() {
      return `/api/v1/tickets/${tickets[n++ % tickets.length]}/time`
    },
    method: 'POST',
    body: () => JSON.stringify({ minutes: 15, note: 'What was done' }),
  }
  const cpu = await measure(server, [{ name: 'bare node:http and pg, 26 rows', path: '/bare' }, book], { seconds: 4 })
  const page = async (name: string, tokens: string[], path: string) => {
    let turn = 0
    const readers = {
      ...server,
      headers: () => ({ apikey, authorization: `Bearer ${tokens[turn++ % tokens.length]}` }),
    }
    const c: Case = { name, path }
    const [figures] = (await measure(readers, [c])) as [Awaited<ReturnType<typeof measure>>[number]]
    const { p50, p95 } = await latency(readers, [c])
    return { ...figures, p50, p95 }
  }
  const pages = []
  for (const path of ['/api/v1/hours/ledger', '/api/v1/hours/ledger?kind=consumption&order=asc'])
    for (const [size, tokens] of [
      ['500', few],
      ['50,000', many],
    ] as const)
      pages.push(await page(`${path.replace('/api/v1/hours/', '')}, ${size} lines`, tokens, path))
  return { cpu, pages }
}
