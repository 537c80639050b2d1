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

/** Returns a pattern that matches icons of lucide, given as alternatives of a regular expression. */
const iconsOf = (...names: string[]) =>
  new RegExp(`lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${names.join('|')})\\.`)
/** Returns a pattern that matches files of src/contract/plain, given in the same way. */
const plainOf = (names: string) => new RegExp(`src[\\\\/]contract[\\\\/]plain[\\\\/](${names})\\.ts$`)

/**
 * Returns a pattern that matches these files of src/web, and what the other patterns match. Throws for a file that does
 * not exist, because a file that was moved would otherwise drop out of its chunk unnoticed.
 */
function pieceOf(files: string[], ...others: RegExp[]): RegExp {
  const gone = files.find((file) => !existsSync(path.resolve(import.meta.dirname, 'src/web', file)))
  if (gone) throw new Error(`src/web/${gone} is not there. Correct its name in vite.config.ts.`)
  const own = files.map((file) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|')
  return new RegExp([`src[\\\\/]web[\\\\/](${own})$`, ...others.map((o) => o.source)].join('|'))
}

const installed = Object.keys(
  (
    JSON.parse(readFileSync(path.resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
  ).dependencies,
)

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), waitForScreens(), compressed()],
  worker: { format: 'es' },
  // The built site contains the packages that only it needs, so production does not install them. In development they
  // stay packages, because some are CommonJS, except lucide: the server would load all its 1,700 icons.
  ssr: command === 'build' ? { noExternal: true, external: installed } : { noExternal: ['lucide-react'] },
  // Inlined assets would need `data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A first visit needs few files. A chunk also contains what its files import, unless a chunk with a higher
        // priority has it. So what several chunks import has to be listed in one that comes first: docs/decisions/031.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 20,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@orpc)[\\/]/,
            },
            {
              name: 'kit',
              priority: 19,
              test: pieceOf(
                [
                  'early-clicks.ts',
                  'start.ts',
                  'ui/overlays/toast.tsx',
                  'ui/waiting.tsx',
                  'portal/account/confirm-identity.tsx',
                  'portal/search/index.ts',
                  'portal/shell/screens-ahead.tsx',
                  'portal/shell/shell.tsx',
                  'portal/time/index.ts',
                  'portal/platform/session/auth.tsx',
                  'ui/empty-state.tsx',
                  'ui/page-header.tsx',
                  'ui/text/relative-time.tsx',
                  'portal/platform/data/is-id.ts',
                  'portal/platform/data/is-settled.ts',
                  'portal/platform/data/screen-reads.ts',
                  'portal/platform/live/use-live.ts',
                  'portal/platform/use-address.ts',
                  'ui/status.tsx',
                  'ui/error-state.tsx',
                  'ui/copy-button.tsx',
                  'ui/use-media.ts',
                  'ui/avatar.tsx',
                ],
                iconsOf('plus|eye|search'),
                plainOf('durations'),
                // Its address is preloaded with every document.
                /geist-latin-wght-normal/,
              ),
            },
            // What the frame shows after its first render.
            {
              name: 'frame',
              priority: 16,
              test: pieceOf([
                'portal/notifications/bell.tsx',
                'portal/notifications/waiting-count.tsx',
                'portal/notifications/mail-count.tsx',
                'portal/hours/hours-foot.tsx',
              ]),
            },
            {
              name: 'timer',
              priority: 16,
              test: pieceOf(['portal/time/timer-acts.ts', 'portal/time/timer-bar.tsx']),
            },
            // What menus and dialogs share with tabs is here too.
            { name: 'tabs', priority: 15, test: pieceOf(['ui/tabs.tsx']) },
            // Dialogs and menus load when one is first opened. Some screens have dialogs, but no menus.
            {
              name: 'dialogs',
              priority: 14,
              test: pieceOf(['ui/overlays/dialog.tsx', 'ui/overlays/drawer.tsx']),
            },
            {
              name: 'menus',
              priority: 13,
              test: pieceOf(['ui/overlays/menu.tsx', 'ui/overlays/popover.tsx', 'ui/overlays/tooltip.tsx']),
            },
            { name: 'search-select', priority: 12, test: pieceOf(['ui/forms/search-select.tsx']) },
            { name: 'conflict', priority: 12, test: pieceOf(['ui/conflict-view.tsx']) },
            { name: 'tags', priority: 12, test: pieceOf(['ui/forms/tag-input.tsx']) },
            { name: 'forms', priority: 12, test: /node_modules[\\/]react-hook-form[\\/]/ },
            // Parts of forms and lists.
            {
              name: 'controls',
              priority: 17,
              test: pieceOf([
                'ui/forms/checkbox.tsx',
                'ui/forms/control.tsx',
                'ui/forms/field.tsx',
                'ui/forms/search-input.tsx',
                'ui/kbd.tsx',
                'ui/overlays/popup-class.ts',
                'ui/text/marked.tsx',
                'portal/platform/data/use-debounced.ts',
                'portal/platform/forms/choice-options.ts',
                'portal/platform/forms/company-options.ts',
                'portal/platform/loading/suggested.ts',
                'portal/lists/filter.ts',
                'portal/lists/list.ts',
                'portal/lists/record-field.ts',
              ]),
            },
            // Small parts that screens and forms share.
            {
              name: 'plain',
              priority: 17,
              test: pieceOf(
                [
                  'ui/forms/segmented.tsx',
                  'ui/hold-press.ts',
                  'ui/progress.tsx',
                  'ui/text/duration.ts',
                  'ui/text/money-text.ts',
                  'ui/text/reading-direction.ts',
                  'ui/text/week-hours.ts',
                  'portal/platform/data/once.ts',
                  'portal/platform/data/send-in-turn.ts',
                  'portal/platform/data/upload.ts',
                  'portal/platform/forms/use-dialog.tsx',
                  'portal/platform/forms/use-leave-guard.ts',
                  'portal/platform/live/use-until.ts',
                  'portal/platform/session/recent.ts',
                  'portal/companies/company-queries.ts',
                ],
                plainOf('counts|dates|date-ranges|days|file-sizes|money|time-zone|warnings'),
                iconsOf('file', 'file-(archive|headphone|image|play|spreadsheet)', 'image-off'),
              ),
            },
            // Parts of several modules that the first screens do not need.
            {
              name: 'parts',
              priority: 16,
              test: pieceOf([
                'ui/forms/file-drop.tsx',
                'portal/platform/approve-mail-button.tsx',
                'portal/platform/column-minutes.tsx',
                'portal/time/entry-row.tsx',
                'portal/time/labels.ts',
                'portal/time/model.ts',
              ]),
            },
            // The icons of the main screens.
            {
              name: 'icons',
              priority: 18,
              test: iconsOf(
                'arrow-down|arrow-down-right|arrow-down-up|arrow-up|arrow-up-right|battery-charging|bell|bookmark-plus',
                'building-2|chevron-right|chevron-up|circle-alert|circle-dot|clipboard-list|columns-3|download|ellipsis',
                'eye-off|file-question-mark|gauge|hourglass|layout-grid|list-todo|message-circle-question-mark|minus',
                'pen-line|pencil|receipt-text|rotate-ccw|signature|sliders-horizontal|table-2|timer|user-round',
                'user-round-check|tag|signal-high|arrow-left-right|pause|play|repeat|square|at-sign|list|message-square',
                'message-square-text|paperclip|upload',
              ),
            },
            // All other icons that more than one file needs, except those that format a reply.
            {
              name: 'rare-icons',
              priority: 18,
              minShareCount: 2,
              test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!(at-sign|list|message-square(-text)?|paperclip|upload|letter-b|file|file-(archive|headphone|image|play|spreadsheet)|image-off|code|italic|link)\.)/,
            },
            {
              name: 'texts',
              priority: 11,
              test: pieceOf(['ui/text/folded-text.tsx', 'ui/text/markdown-text.tsx', 'ui/text/written-text.tsx']),
            },
            {
              name: 'lists',
              priority: 12,
              test: pieceOf(['ui/table/table.tsx', 'ui/table/table-footer.tsx', 'portal/lists/list-screen.tsx']),
            },
            {
              name: 'tickets',
              priority: 11,
              test: pieceOf([
                'portal/tickets/fields.tsx',
                'portal/tickets/prefetch.ts',
                'portal/tickets/ticket-marks.tsx',
                'portal/tickets/ticket-queries.ts',
                'portal/tickets/facts/fact-queries.ts',
                'portal/tickets/facts/link-labels.ts',
                'portal/tickets/sla/sla-mark.tsx',
                'portal/tickets/queue/trail.ts',
                'portal/tickets/presence/presence.ts',
                'portal/tickets/queue/use-ticket-acts.tsx',
              ]),
            },
            {
              name: 'ticket-lists',
              priority: 10,
              test: pieceOf([
                'portal/tickets/lists.tsx',
                'portal/tickets/other-statuses.tsx',
                'portal/tickets/own-list.ts',
                'portal/tickets/queue/queue-list.ts',
              ]),
            },
            // What a ticket shows first.
            {
              name: 'ticket',
              priority: 9,
              test: pieceOf([
                'portal/tickets/ticket-frame.tsx',
                'portal/tickets/conversation/conversation.tsx',
                'portal/tickets/facts/facts.tsx',
              ]),
            },
            // What a ticket shows after that.
            {
              name: 'ticket-parts',
              priority: 8,
              test: pieceOf([
                'portal/tickets/conversation/composer.tsx',
                'portal/tickets/conversation/draft-sync.ts',
                'portal/tickets/conversation/reply-notice.tsx',
                'portal/tickets/ticket-more.tsx',
                'portal/tickets/sla/sla-panel.tsx',
                'portal/tickets/facts/watchers.tsx',
                'portal/tickets/estimates/ticket-time.tsx',
                'portal/time/time-panel.tsx',
              ]),
            },
            // And what only staff see.
            {
              name: 'ticket-staff',
              priority: 7,
              test: pieceOf(['portal/tickets/staff-bar.tsx', 'portal/time/reply-time.tsx']),
            },
            // Changes by key or menu.
            {
              name: 'ticket-acts',
              priority: 7,
              test: pieceOf([
                'portal/tickets/queue/acts.ts',
                'portal/tickets/queue/act-picker.tsx',
                'portal/tickets/queue/act-clash.tsx',
              ]),
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}'] },
}))
