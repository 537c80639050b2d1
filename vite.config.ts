import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Compresses hashed assets once, as well as can be, so that no start and no request has to. */
function compressed(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir?.endsWith('client')) return
      const assets = path.join(dir, 'assets')
      for (const name of readdirSync(assets)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue
        writeFileSync(path.join(assets, `${name}.br`), brotliCompressSync(readFileSync(path.join(assets, name))))
      }
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), compressed()],
  worker: { format: 'es' },
  // Inlined assets would need `data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen of the portal loads comes in one piece: it compresses better than in forty.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@orpc)[\\/]/,
            },
            {
              name: 'kit',
              priority: 2,
              test: /src[\\/]web[\\/](ui[\\/](anchor|avatar|banner|button|cx|empty-state|error-state|page-header|relative-time|skeleton|status|toast|use-media)|portal[\\/](platform[\\/](api|auth|company-options|is-id|live\.client|queries|redirect|session\.client|use-address)|shell[\\/](shell|sidebar|navigation|account-button)))\.tsx?$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](plus|eye)\./,
            },
            // Pieces that forms share with lists stay apart from these.
            {
              name: 'fields',
              priority: 1,
              test: /src[\\/]web[\\/]ui[\\/](checkbox|control)\.tsx$/,
            },
            {
              name: 'list',
              priority: 1,
              test: /src[\\/]web[\\/]portal[\\/](lists[\\/](list|filter)|platform[\\/]choice-options)\.ts$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-(left|right)|arrow-(up|down)|ellipsis|download|pen-line|user-round-check)\./,
            },
            {
              name: 'tickets',
              priority: 1,
              test: /src[\\/]web[\\/]portal[\\/]tickets[\\/](labels|ticket-marks|ticket-queries|fact-queries|sla-mark|sla-text|use-live-text|trail|presence|use-ticket-acts)\.tsx?$/,
            },
            {
              name: 'lists',
              priority: 0,
              test: /src[\\/]web[\\/](ui[\\/](table|table-row|table-footer|table-column|search-input)|portal[\\/]lists[\\/](list-screen|list-views|list-filters|field-text|use-changed-rows|use-list-filter|kept|list-search|export-button))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
})
