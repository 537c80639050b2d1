// Runs the npm scripts in `commands`: installs missing packages, builds the site if the command needs it and it has
// changed, then starts the program with the project's own Node.js. Plain JavaScript without packages, because it runs
// on Node.js 20 before anything is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const commands = {
  start: { file: 'src/server/main.ts', args: ['--demo'], mode: 'production', build: true },
  dev: { file: 'src/server/main.ts', args: ['--demo', '--dev'], mode: 'development' },
  serve: { file: 'src/server/main.ts', mode: 'production', build: true, lean: true },
  admin: { file: 'src/server/admin.ts', mode: 'production', lean: true },
  backup: { file: 'src/server/backup.ts', args: ['backup'], mode: 'production', lean: true },
  restore: { file: 'src/server/backup.ts', args: ['restore'], mode: 'production', lean: true },
  bench: { file: 'bench/run.ts', mode: 'production', build: true },
  // No NODE_ENV: `test` would turn off checks that the tests must cover.
  test: { file: 'test/run.ts', build: true, browser: true },
}

const self = fileURLToPath(import.meta.url)
const root = path.dirname(path.dirname(self))
const modules = path.join(root, 'node_modules')
const windows = process.platform === 'win32'
const nodeBinary = path.join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')
const say = (line) => process.stderr.write(`${line}\n`)

/** Thrown to end the process with a message and without a stack trace. */
class Stop extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

// ---- Installing

/** Installs the packages. `lean` leaves out those that only building and testing need. */
async function install(lean) {
  if (installed(lean)) return
  await locked(async () => {
    if (installed(lean)) return
    say('Installing packages …')
    const extent = lean ? '--omit=dev' : '--include=dev'
    try {
      await npm('ci', extent)
    } catch (error) {
      // A lock file made from a registry without the packages of other platforms lacks them, and `npm ci` rejects it.
      if (!/\bEUSAGE\b/.test(error.message)) throw error
      say('package-lock.json does not list every package; installing without that check …')
      // `npm install` would not restore what a lean installation removed.
      if (!lean && read(stampFile).includes('lean')) rmSync(modules, { recursive: true, force: true })
      await npm('install', '--no-save', extent)
    }
    await repairNode()
    removeHeaders()
    if (lean) {
      try {
        removeDevelopmentFiles()
      } catch (error) {
        say(`Files that only development needs could not be removed (${error.message}).`)
      }
    }
    writeStamp()
  })
}

/** Removes the C headers of the package `node`: 67 MB that only the compiling of native packages would need. */
function removeHeaders() {
  const folder = path.join(modules, 'node', 'node_modules')
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(path.join(folder, entry.name, 'include'), { recursive: true, force: true })
}

/**
 * Removes what a lean installation never reads, about 130 MB: packages that npm installs only because others name them as
 * optional peers, such as TypeScript, and the type declarations and source maps of all others.
 */
function removeDevelopmentFiles() {
  const { packages } = JSON.parse(read(path.join(root, 'package-lock.json')))
  for (const [place, { devOptional, optionalDependencies = {} }] of Object.entries(packages)) {
    if (!devOptional) continue
    const binaries = Object.keys(optionalDependencies).map((name) => path.join('node_modules', name))
    for (const folder of [place, ...binaries]) rmSync(path.join(root, folder), { recursive: true, force: true })
  }
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(d\.[mc]?ts|map)$/.test(entry.name))
      rmSync(path.join(entry.parentPath ?? entry.path, entry.name))
}

const stampFile = path.join(modules, '.installed')
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

function installed(lean) {
  const [hash, extent] = read(stampFile).trim().split(' ')
  // npm's record may name packages whose type declarations were removed.
  if (!lean && extent === 'lean') return false
  if (hash === lockHash() && (lean || extent === 'all') && existsSync(nodeBinary)) return true
  // Installed without this script, for example as part of an image: read npm's own record of the installed packages.
  if (!complete(lean) || !nodeWorks()) return false
  try {
    writeStamp()
  } catch {
    // The folder is read-only, so check again at the next start.
  }
  return true
}

function writeStamp() {
  writeFileSync(stampFile, `${lockHash()} ${complete(false) ? 'all' : 'lean'}\n`)
}

function complete(lean) {
  const there = read(path.join(modules, '.package-lock.json'))
  if (!there) return false
  const wanted = JSON.parse(read(path.join(root, 'package-lock.json'))).packages
  const present = JSON.parse(there).packages
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional, dev, link }]) =>
      !place || optional || link || (lean && (dev || devOptional)) || present[place]?.version === version,
  )
}

function nodeWorks() {
  if (!existsSync(nodeBinary)) return false
  const { version } = JSON.parse(read(path.join(modules, 'node', 'package.json')))
  return spawnSync(nodeBinary, ['-v'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
}

/** Fetches the binary of the package `node`, if npm was not allowed to run the install script that does so. */
async function repairNode() {
  if (!nodeWorks()) {
    await quietly(outsideNode(), ['installArchSpecificPackage.js'], {
      failure: 'The project’s own Node.js could not be installed.',
      cwd: path.join(modules, 'node'),
      env: { ...process.env, PATH: outsidePath() },
    })
  }
  if (!nodeWorks()) throw new Stop(`The project’s own Node.js does not run on this system (${nodeBinary}).`)
  const link = path.join(modules, '.bin', 'node')
  if (!windows && !existsSync(link)) {
    rmSync(link, { force: true })
    symlinkSync('../node/bin/node', link)
  }
}

// npm deletes node_modules while it installs, so neither npm nor its scripts may run on the Node.js inside it.
const outsidePath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !isInside(folder))
    .join(path.delimiter)

function isInside(file) {
  // The path may contain a symbolic link.
  return existsSync(file) && (realpathSync(file) + path.sep).startsWith(modules + path.sep)
}

function outsideNode() {
  if (!isInside(process.execPath)) return process.execPath
  const found = outsidePath()
    .split(path.delimiter)
    .map((folder) => path.join(folder, windows ? 'node.exe' : 'node'))
    .find(existsSync)
  return found ?? process.execPath
}

function npm(...args) {
  const script = process.env.npm_execpath
  const ours = script && /npm-cli\.c?js$/.test(script) && existsSync(script)
  const [file, ...first] = ours ? [outsideNode(), script] : [windows ? 'npm.cmd' : 'npm']
  return quietly(file, [...first, ...args, '--no-audit', '--no-fund'], {
    failure: 'The packages could not be installed.',
    env: { ...process.env, PATH: outsidePath() },
  })
}

// ---- Building

const buildStamp = path.join(root, 'build', '.stamp')

function buildInputs() {
  const files = [
    'brand.config.ts',
    'scripts/og-pictures.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ]
  for (const folder of ['src/web', 'src/contract', 'content', 'public']) {
    if (!existsSync(path.join(root, folder))) continue
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue
      files.push(path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    }
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    if (!existsSync(path.join(root, file))) continue
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function isBuilt() {
  return (
    read(buildStamp).trim() === buildInputs() &&
    ['client', 'server'].every((half) => existsSync(path.join(root, 'build', half)))
  )
}

async function build() {
  if (isBuilt()) return
  await locked(async () => {
    if (isBuilt()) return
    say('Building the site …')
    rmSync(buildStamp, { force: true })
    // Hash the inputs before building, so that files edited during the build are built at the next start.
    const inputs = buildInputs()
    const tool = path.join(modules, '@react-router', 'dev')
    const { bin } = JSON.parse(readFileSync(path.join(tool, 'package.json'), 'utf8'))
    await quietly(nodeBinary, [path.join(tool, bin['react-router'] ?? bin), 'build'], {
      failure: 'The site could not be built.',
      env: { ...environment(), NODE_ENV: 'production' },
    })
    await quietly(nodeBinary, [path.join(root, 'scripts', 'og-pictures.ts')], {
      failure: 'The preview images for shared links could not be created.',
      env: environment(),
    })
    mkdirSync(path.dirname(buildStamp), { recursive: true })
    writeFileSync(buildStamp, `${inputs}\n`)
  })
}

// ---- The browser of the tests

const browsers = [
  process.env.CHROMIUM_PATH,
  // The headless shell loads the same pages in a quarter less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].filter(Boolean)

const browser = () =>
  browsers.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

async function installBrowser() {
  if (browser()) return
  if (process.getuid?.() !== 0 || !/^ID=debian$/m.test(read('/etc/os-release'))) {
    throw new Stop(
      'The tests need Chromium. Install your system’s `chromium` package (`apt-get install chromium`, ' +
        '`dnf install chromium`, `brew install --cask chromium`), or set CHROMIUM_PATH to its executable.',
    )
  }
  say('Installing Chromium for the tests …')
  const failure = 'Chromium could not be installed. If you already have it, set CHROMIUM_PATH to its executable.'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await quietly('apt-get', ['update'], { failure, env })
  const lean = 'chromium-headless-shell'
  // Older releases do not have the headless shell.
  const known = spawnSync('apt-cache', ['show', lean], { stdio: 'ignore' }).status === 0
  await quietly('apt-get', ['install', '-y', known ? lean : 'chromium'], { failure, env })
  if (!browser()) throw new Stop(failure)
}

// ---- One at a time

const lockFile = path.join(root, '.install.lock')
let holdsLock = false

/** Runs the work while holding a lock, so that two processes never install or build into the same folders. */
async function locked(work) {
  const guard = `${lockFile}.takeover`
  for (let said = false; !take(lockFile); ) {
    if (isDead(lockFile)) {
      // Check again under a second lock: otherwise the slower of two processes could remove the new lock of the faster.
      if (take(guard)) {
        if (isDead(lockFile)) rmSync(lockFile, { force: true })
        rmSync(guard, { force: true })
      } else if (isDead(guard)) rmSync(guard, { force: true })
      await sleep(20)
    } else {
      if (!said) say('Another process is installing or building. Waiting for it …')
      said = true
      await sleep(200)
    }
  }
  const free = () => {
    holdsLock = false
    rmSync(lockFile, { force: true })
  }
  holdsLock = true
  process.once('exit', free)
  try {
    await work()
  } finally {
    process.off('exit', free)
    free()
  }
}

function take(file) {
  try {
    writeFileSync(file, holders(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Stop(`Packages or the built site are missing, and ${root} is not writable (${error.code}).`)
  }
}

const holders = (...pids) => JSON.stringify(pids.map((pid) => [pid, birth(pid)]))

function isDead(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).every(([pid, started]) => {
      const now = birth(pid)
      return now === undefined || (now !== '' && started !== '' && now !== started)
    })
  } catch (error) {
    if (error.code === 'ENOENT') return false
    // The lock was just created and not written yet, or its process was killed before it could write.
    return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 2000
  }
}

/**
 * Returns when a process started, to tell it apart from a later one with the same id. Undefined if it has ended, and
 * empty if it is running but the system does not report the time.
 */
function birth(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return undefined
  }
  try {
    if (process.platform === 'linux') {
      const { 0: state, 19: ticks } = statOf(pid)
      if (state === 'Z') return undefined
      return ticks ? `${read('/proc/sys/kernel/random/boot_id').trim()} ${ticks}` : ''
    }
    return windows ? '' : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Returns the fields of a process in Linux: state, parent, and so on. The name before them can contain brackets. */
function statOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

// ---- Running

const leave = (signal) => process.exit(128 + os.constants.signals[signal])
let interrupt = leave
let lastSignal = 0

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C arrives twice, from the terminal and from npm. So do the signals of `timeout`.
      const now = Date.now()
      if (now - lastSignal > 2000) interrupt(signal)
      lastSignal = now
    })
  }
}

/**
 * Ends this process when npm has ended. A signal that is sent only to npm ends npm and its shell, but never reaches
 * this process, so this checks whether both are still running. Only under npm, because a server that was started in
 * the background must outlive its shell.
 */
function watchNpm() {
  if (!process.env.npm_lifecycle_event || windows) return
  const family = () => {
    const parent = process.ppid
    const isShell = read(`/proc/${parent}/cmdline`).split('\0')[1] === '-c'
    return `${parent} ${isShell ? statOf(parent)[1] : ''}`
  }
  const first = family()
  const watch = setInterval(() => {
    if (family() === first) return
    clearInterval(watch)
    process.emit('SIGTERM')
  }, 250).unref()
}

/** Runs a tool and shows its output only if it fails. */
function quietly(file, args, { failure, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: file.endsWith('.cmd'),
      ...options,
    })
    // The tool continues if only this process is killed. Keep the lock until the tool has ended.
    if (holdsLock && child.pid) writeFileSync(lockFile, holders(process.pid, child.pid))
    let output = ''
    let stopped
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        output += part
      })
    }
    interrupt = (signal) => {
      stopped = signal
      child.kill('SIGTERM')
    }
    child.once('close', () => {
      interrupt = leave
    })
    child.once('error', (error) => reject(new Stop(`${failure} (${error.message})`)))
    child.once('close', (code, signal) => {
      if (stopped) reject(new Stop('', 128 + os.constants.signals[stopped]))
      else if (code === 0) resolve()
      else
        reject(
          new Stop(`${output.trimEnd()}\n${failure} (${path.basename(file)} exited with ${signal ?? `code ${code}`})`),
        )
    })
  })
}

const environment = () => ({
  // Caches compiled code between runs, which makes a start a third faster.
  NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
  ...process.env,
  PATH: [path.join(modules, '.bin'), outsidePath()].join(path.delimiter),
})

/** Limits the memory for short-lived objects, in MB. See docs/decisions/034 for the measurements. */
const YOUNG_OBJECTS = '--max-semi-space-size=16'

/**
 * Starts the program in its own process group, so that Ctrl-C reaches it once, through this process. A terminal sends
 * Ctrl-C to every process, and npm sends it again. The program would outlive a SIGKILL of our group, so `watchParent`
 * ends it.
 */
function run({ file, args = [], mode }, more) {
  const env = environment()
  delete env.NODE_ENV
  if (mode) env.NODE_ENV = mode
  const chromium = browser()
  if (chromium) env.CHROMIUM_PATH = chromium
  const watch = `${pathToFileURL(self).href}?watch=${process.pid}`
  const flags = [...(mode === 'production' ? [YOUNG_OBJECTS] : []), ...(windows ? [] : ['--import', watch])]
  const child = spawn(nodeBinary, [...flags, file, ...args, ...more], {
    cwd: root,
    env,
    detached: !windows,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  })
  interrupt = (signal) => {
    // Windows notifies every process of the console.
    if (windows || child.pid === undefined) return
    try {
      // Send signals of a terminal to the complete group, as a terminal does, and a SIGTERM only to the program.
      process.kill(signal === 'SIGTERM' ? child.pid : -child.pid, signal)
    } catch {
      // The program has just ended.
    }
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Stop(`${nodeBinary} could not be started (${error.message}).`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]))
  })
}

/** Runs inside the program, before its own code. Ends the program if the pipe closes because the parent was killed. */
function watchParent(parent) {
  // Workers and forks inherit the program's options but not the pipe.
  if (!isMainThread || process.ppid !== parent) return
  const pipe = new Socket({ fd: 3 })
  pipe.on('error', () => {})
  pipe.on('close', () => process.kill(-process.pid, 'SIGKILL'))
  pipe.resume()
  pipe.unref()
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function main([name = '', ...args]) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Stop(`Node.js 20 or newer is required. This is ${process.version}.`)
  }
  if (!Object.hasOwn(commands, name))
    throw new Stop(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`, 2)
  const command = commands[name]
  listen()
  watchNpm()
  await install(command.lean === true && (!command.build || isBuilt()))
  const isHelp = args.includes('--help')
  if (command.build && !isHelp) await build()
  if (command.browser && !isHelp) await installBrowser()
  return run(command, args)
}

const watched = new URL(import.meta.url).searchParams.get('watch')
if (watched) watchParent(Number(watched))
else {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.message) say(error.message)
    process.exitCode = error.code
  }
  // Open handlers of signals and pipes would keep the process running.
  process.exit()
}
