// Production installs the `dependencies` only. What the server and the built site import has to be among them.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** Returns the packages that the files of a folder import, without its tests. */
function importsBelow(folder: string): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|js)$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const text = readFileSync(path.join(root, folder, file), 'utf8')
    for (const [, type, name = ''] of text.matchAll(
      /^(?:import|export)\b( type\b)?[^'"`;]*?\bfrom ?["']([^."'][^"']*)["']|\bimport\(["']([^."'][^"']*)["']\)/gm,
    ))
      if (!type && name && !isBuiltin(name)) found.add(name.match(/^(@[^/]+\/)?[^/]+/)?.[0] as string)
  }
  return [...found].sort()
}

test('the server and the built site import only packages that production installs', () => {
  const built = importsBelow('build/server')
  expect(built).toContain('react')
  const all = [...built, ...importsBelow('src/server'), ...importsBelow('src/contract'), ...importsBelow('content')]
  expect(all.filter((name) => !(name in dependencies))).toEqual([])
})
