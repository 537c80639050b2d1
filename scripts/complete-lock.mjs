// npm run lock: run it after adding packages. It adds the optional packages for other platforms to the lock file.
// `npm ci` rejects a lock file without them, and npm leaves them out if the registry does not have them.
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const at = (from, name) => {
  for (let p = from; ; p = p.slice(0, Math.max(0, p.lastIndexOf('/node_modules/')))) {
    const key = `${p ? `${p}/` : ''}node_modules/${name}`
    if (lock.packages[key]) return lock.packages[key]
    if (!p) return undefined
  }
}
const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (at(place, name)) continue
    if (!/^\d+\.\d+\.\d+[^ ]*$/.test(range)) throw new Error(`${name} ${range}: not an exact version`)
    const words = name.split('/').pop().split('-')
    const os = [
      'android',
      'darwin',
      'freebsd',
      'openharmony',
      'win32',
      'linux',
      'openbsd',
      'netbsd',
      'sunos',
      'aix',
    ].filter((o) => words.includes(o))
    const cpu = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'].filter((c) =>
      words.includes(c),
    )
    lock.packages[`node_modules/${name}`] = {
      version: range,
      ...(cpu.length ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(entry.peer ? { peer: true } : {}),
      ...(words.includes('musl') || words.includes('musleabihf')
        ? { libc: ['musl'] }
        : words.includes('gnu') || words.includes('gnueabihf')
          ? { libc: ['glibc'] }
          : {}),
      optional: true,
      ...(os.length ? { os } : {}),
    }
    added.push(`${name}@${range} ${os} ${cpu}`)
  }
}
const { '': top, ...rest } = lock.packages
lock.packages = { '': top, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))) }
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.join('\n'))
