// Production installs the `dependencies` only. What the server and the built site import has to be among them.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** Imports and exports from packages, and calls of `import`, `require` and `resolve` with a package. */
const IMPORTS =
  /^(?:import|export)\b(?<type> type\b)?(?:[^'"`;]*?\bfrom)? ?["'](?<from>[^."'][^"']*)["']|(?:\bimport|require|createRequire\([^)]*\)(?:\.resolve)?)\(["'](?<called>[^."'][^"']*)["']\)/gm

/** Returns the packages that the files of a folder import, without its tests. */
function importsBelow(folder: string): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|js)$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const text = readFileSync(path.join(root, folder, file), 'utf8')
    for (const { groups = {} } of text.matchAll(IMPORTS)) {
      const name = groups.from ?? groups.called
      if (!groups.type && name && !isBuiltin(name)) found.add(name.match(/^(@[^/]+\/)?[^/]+/)?.[0] as string)
    }
  }
  return [...found].sort()
}

test('the server and the built site import only packages that production installs', () => {
  const built = importsBelow('build/server')
  expect(built).toContain('react')
  const all = [...built, ...importsBelow('src/server'), ...importsBelow('src/contract'), ...importsBelow('content')]
  expect(all).toContain('subset-font') // imported when it is needed
  // The development server is imported only by `npm run dev`.
  expect(all.filter((name) => !(name in dependencies) && name !== 'vite')).toEqual([])
})
