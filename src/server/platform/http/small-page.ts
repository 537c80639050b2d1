import { createHash } from 'node:crypto'
import { brand } from '../../../../brand.config.ts'
import { escapeHtml } from './html.ts'

const STYLE = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:#0a0b0e;color:#eef1f4;font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:28rem;padding:32px;border:1px solid #232a33;border-radius:14px;background:#10141a}
p{margin:0 0 16px;color:#9aa5b1;overflow-wrap:anywhere}.brand{margin:0 0 24px;color:#eef1f4;font-weight:600}.brand span{color:#5eead4}
h1{margin:0 0 8px;font-size:22px;line-height:1.3;text-wrap:balance;overflow-wrap:anywhere}
button{width:100%;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#5eead4;color:#0a0b0e;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#7eeedd}button+button{margin-top:12px}
button.plain{border:1px solid #3a444f;background:transparent;color:#eef1f4}button.plain:hover{background:#1a2028}
a{color:#5eead4}:focus-visible{outline:2px solid #5eead4;outline-offset:2px}
p:last-child{margin-bottom:0}form+p{margin-top:16px}`
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** Returns a page for people who follow a link in a mail: a title and `inner` as HTML, without scripts. */
export const smallPage = (status: number, title: string, inner: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(brand.shortName)}</title><style>${STYLE}</style></head><body><main><p class="brand"><span aria-hidden="true">●</span>&nbsp; ${escapeHtml(brand.shortName)}</p><h1>${escapeHtml(title)}</h1>${inner}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    },
  )
