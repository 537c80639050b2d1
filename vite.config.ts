import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Compresses hashed assets at build time with the best quality, so that neither a start nor a request has to. */
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

/**
 * Makes the router wait when it cannot fetch the code of a screen, and the frame of the portal says so. React Router
 * would reload the document instead: without a network, that shows the browser's error page and loses what was typed.
 */
function waitForScreens(): Plugin {
  const waiting = path.resolve(import.meta.dirname, 'src/web/portal/platform/loading/missing-code.ts')
  return {
    name: 'wait-for-screens',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/](routeModules|routes)\.js/ },
      handler(code, id) {
        const changed = code
          .replaceAll(
            /import\(\s*(?:\/\*[^*]*\*\/\s*)*(route\.(?:module|client\w+Module))\s*\)/g,
            "awaitCode(() => import(/* @vite-ignore */ $1), 'screen', $1)",
          )
          // This import only loads ahead, so a failure can be ignored.
          .replace(
            /import\(\s*(?:\/\*[^*]*\*\/\s*)*modulePath\s*\);/,
            'import(/* @vite-ignore */ modulePath).catch(() => {});',
          )
          .replace(/console\.error\([^;]*reloading page[\s\S]*return new Promise\(\(\) => \{\s*\}\);/, 'throw error;')
        const waits = changed.split('awaitCode(').length - 1
        const missing =
          changed.includes('location.reload') || (id.includes('routes.js') && !changed.includes('modulePath).catch'))
        if (missing || waits !== (id.includes('routes.js') ? 3 : 1))
          this.error('react-router loads screens in another way now: adapt the plugin wait-for-screens.')
        return { code: `import { awaitCode } from ${JSON.stringify(waiting)};\n${changed}`, map: null }
      },
    },
  }
}

/**
 * Returns a pattern that matches these files of src/web, and icons of lucide by name. Throws for a file that does not
 * exist, because a file that was moved would otherwise drop out of its chunk unnoticed.
 */
function pieceOf(files: string[], icons?: string): RegExp {
  const gone = files.find((file) => !existsSync(path.resolve(import.meta.dirname, 'src/web', file)))
  if (gone) throw new Error(`src/web/${gone} is not there. Correct its name in vite.config.ts.`)
  const own = files.map((file) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|')
  const alternatives = [`src[\\\\/]web[\\\\/](${own})$`]
  if (icons) alternatives.push(`lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${icons})\\.`)
  return new RegExp(alternatives.join('|'))
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), waitForScreens(), compressed()],
  worker: { format: 'es' },
  // Inlined assets would need `data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen of the portal loads is in a few large chunks, which compress better than forty small ones.
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
              test: pieceOf(
                [
                  'ui/anchor.tsx',
                  'ui/avatar.tsx',
                  'ui/banner.tsx',
                  'ui/button.tsx',
                  'ui/cx.ts',
                  'ui/empty-state.tsx',
                  'ui/error-state.tsx',
                  'ui/page-header.tsx',
                  'ui/text/relative-time.tsx',
                  'ui/skeleton.tsx',
                  'ui/status.tsx',
                  'ui/overlays/toast.tsx',
                  'ui/use-media.ts',
                  'portal/platform/data/api.ts',
                  'portal/platform/session/auth.tsx',
                  'portal/platform/forms/company-options.ts',
                  'portal/platform/data/is-id.ts',
                  'portal/platform/live/live.client.ts',
                  'portal/platform/data/queries.ts',
                  'portal/platform/session/redirect.ts',
                  'portal/platform/session/session.client.ts',
                  'portal/shell/shell.tsx',
                  'portal/shell/sidebar.tsx',
                  'portal/shell/navigation.ts',
                  'portal/shell/account-button.tsx',
                ],
                'plus|eye',
              ),
            },
            // Separate from the chunks below, because forms need these files without the lists.
            { name: 'fields', priority: 1, test: pieceOf(['ui/forms/checkbox.tsx', 'ui/forms/control.tsx']) },
            {
              name: 'list',
              priority: 1,
              test: pieceOf(
                ['portal/lists/list.ts', 'portal/lists/filter.ts', 'portal/platform/forms/choice-options.ts'],
                'chevron-(left|right)|arrow-(up|down)|ellipsis|download|pen-line|user-round-check',
              ),
            },
            {
              name: 'tickets',
              priority: 1,
              test: pieceOf([
                'portal/tickets/facts/labels.ts',
                'portal/tickets/ticket-marks.tsx',
                'portal/tickets/ticket-queries.ts',
                'portal/tickets/facts/fact-queries.ts',
                'portal/tickets/sla/sla-mark.tsx',
                'portal/tickets/sla/sla-text.ts',
                'portal/tickets/sla/use-live-text.ts',
                'portal/tickets/queue/trail.ts',
                'portal/tickets/presence/presence.ts',
                'portal/tickets/queue/use-ticket-acts.tsx',
              ]),
            },
            {
              name: 'lists',
              priority: 0,
              test: pieceOf([
                'ui/table/table.tsx',
                'ui/table/table-row.tsx',
                'ui/table/table-footer.tsx',
                'ui/table/table-column.ts',
                'ui/forms/search-input.tsx',
                'portal/lists/list-screen.tsx',
                'portal/lists/list-views.tsx',
                'portal/lists/list-filters.tsx',
                'portal/lists/field-text.ts',
                'portal/lists/use-changed-rows.ts',
                'portal/lists/use-list-filter.ts',
                'portal/lists/kept.ts',
                'portal/lists/list-search.tsx',
                'portal/lists/export-button.tsx',
              ]),
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
})
