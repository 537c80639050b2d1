import { createHash } from 'node:crypto'
import { brand } from '../../../../brand.config.ts'
import { escapeHtml } from './html.ts'

type Operation = {
  summary?: string
  operationId?: string
  tags?: string[]
  'x-roles'?: string[]
  requestBody?: unknown
  parameters?: { name: string; in: string; required?: boolean }[]
}
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const STYLE = `:root{color-scheme:dark}body{margin:0;background:#0a0b0e;color:#eef1f4;font:15px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.25rem}h1{font-size:1.75rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2.5rem 0 .75rem;text-transform:capitalize}
p{color:#9aa5b1;max-width:44rem}a{color:#5eead4}code,pre{font:13px/1.5 ui-monospace,monospace}details{border:1px solid #232a33;border-radius:10px;margin:0 0 .5rem;background:#10141a}
summary{cursor:pointer;padding:.6rem .9rem;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}summary:focus-visible{outline:2px solid #5eead4;outline-offset:2px;border-radius:10px}
.m{width:4rem;color:#5eead4;font-weight:600}.r{color:#9aa5b1;margin-left:auto;font-size:13px}pre{margin:0;padding:.9rem;border-top:1px solid #232a33;overflow:auto;color:#c9d2db}`

/** Returns a page that shows the OpenAPI document without scripts. `policy` allows only its own style. */
export function docsPage(spec: object): { html: string; policy: string } {
  const { paths, info } = spec as { paths: Record<string, Record<string, Operation>>; info: { title: string } }
  const operations = Object.entries(paths).flatMap(([path, at]) =>
    METHODS.flatMap((method) => (at[method] ? [{ path, method, op: at[method] }] : [])),
  )
  const tags = [...new Set(operations.map(({ op }) => op.tags?.[0] ?? 'other'))].sort()
  const entry = ({ path, method, op }: (typeof operations)[number]) => {
    const { tags: _, summary, 'x-roles': roles = [], ...rest } = op
    return `<details><summary><code class="m">${method.toUpperCase()}</code><code>/api/v1${escapeHtml(path)}</code><span>${escapeHtml(summary ?? '')}</span><span class="r">${roles.length > 0 ? escapeHtml(roles.join(', ')) : 'public'}</span></summary><pre tabindex="0">${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
  }
  const sections = tags.map(
    (tag) =>
      `<h2>${escapeHtml(tag)}</h2>${operations
        .filter(({ op }) => (op.tags?.[0] ?? 'other') === tag)
        .map(entry)
        .join('')}`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(info.title)}</h1><p>All operations are under <code>/api/v1</code>. Most of them use JSON. The OpenAPI 3.1 document is at <a href="/api/openapi.json">/api/openapi.json</a>. Send the publishable key from <a href="/api/v1/site">/api/v1/site</a> in the <code>apikey</code> header, and the access token from signing in as <code>Authorization: Bearer</code>. Questions? Email ${escapeHtml(brand.supportEmail)}.</p>${sections.join('')}</main></body></html>`
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'` }
}
