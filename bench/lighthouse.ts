// Lighthouse on every public page with its phone profile (slow 4G, throttled CPU), one page at a time.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumPath } from '../test/harness/chromium.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']

type Score = {
  page: string
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  FCP: number
  LCP: number
  TBT: number
  CLS: number
  lost: string
}

/** Starts the product with demo data. Returns the scores of every page of its sitemap, or of the pages in `only`. */
export async function lighthouseScores(only: string[] = []): Promise<Score[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal lighthouse '))
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const url = `http://localhost:${port}`
  const product = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dir, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS })
  try {
    for (
      let i = 0;
      i < 600 &&
      !(await fetch(`${url}/readyz`).then(
        (r) => r.ok,
        () => false,
      ));
      i++
    )
      await new Promise((go) => setTimeout(go, 100))
    const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
    const paths =
      only.length > 0
        ? only
        : [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((m) => new URL(m[1] as string).pathname)
    const scores: Score[] = []
    for (const page of paths) {
      const result = await lighthouse(url + page, {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
      })
      if (!result) throw new Error(`Lighthouse gave no answer for ${page}.`)
      const { categories, audits }: Pick<Result, 'categories' | 'audits'> = result.lhr
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
      const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
      const lost = CATEGORIES.flatMap((c) =>
        (categories[c]?.auditRefs ?? [])
          .filter((r) => r.weight > 0 && (audits[r.id]?.score ?? 1) < 0.9)
          .map((r) => r.id),
      )
      scores.push({
        page,
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
        FCP: Math.round(figure('first-contentful-paint')),
        LCP: Math.round(figure('largest-contentful-paint')),
        TBT: Math.round(figure('total-blocking-time')),
        CLS: Number(figure('cumulative-layout-shift').toFixed(4)),
        lost: lost.join(' '),
      })
    }
    return scores
  } finally {
    chrome.kill()
    const gone = new Promise((ok) => product.once('exit', ok))
    product.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
