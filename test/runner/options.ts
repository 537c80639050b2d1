// What `npm test` can be asked for.

export type Options = {
  /** `soak` runs each fault at full length and every route at both sizes. */
  lane: 'short' | 'soak'
  /** Decides in which order files run. */
  seed: number
  /** Only what a change since this revision touches. */
  changed?: string
  /** Only files whose path holds one of these, or tests whose title does. */
  names: string[]
  /** How often what is chosen runs, until it fails once. */
  repeat: number
}

export const HELP = `npm test                          every check of the project
npm test -- --changed [revision]  what a change since the revision (main) touches: gates, unit and browser tests
npm test -- <file or name> …      the test files whose path, or the tests whose title, holds these words
npm test -- --repeat 20 <name>    the same again and again, until it fails once; to chase a flaky test
npm test -- --seed 123            files in the order of an earlier run
npm run test:soak                 the faults at full length, every route at both sizes; before a release
npm test -- --help                this text

TEST_PATIENCE=8     multiplies every limit by 8, instead of what is measured at the start
CHROMIUM_PATH=…     the browser to use
docs/testing.md says how to write a steady test, and how to chase a flaky one.`

/** Something that the caller has to change; `message` says what. */
export class Refused extends Error {}

/** Returns the options in the arguments; throws `Refused` for what is not known. `help` asks for the text above. */
export function parseOptions(args: string[]): Options | 'help' {
  const options: Options = { lane: 'short', seed: Math.floor(Math.random() * 1_000_000), names: [], repeat: 1 }
  const rest = [...args]
  const number = (flag: string) => {
    const value = rest.shift() ?? ''
    if (!/^[1-9]\d{0,5}$/.test(value)) throw new Refused(`${flag} takes a number from 1 to 999999.`)
    return Number(value)
  }
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') return 'help'
    if (arg === '--soak') options.lane = 'soak'
    else if (arg === '--seed') options.seed = number(arg)
    else if (arg === '--repeat') options.repeat = number(arg)
    else if (arg === '--changed')
      options.changed = rest[0] && !rest[0].startsWith('-') ? (rest.shift() as string) : 'main'
    else if (arg.startsWith('-')) throw new Refused(`Unknown option ${arg}.\n\n${HELP}`)
    else options.names.push(arg)
  }
  if (options.repeat > 1 && options.names.length === 0)
    throw new Refused('Name the file or test to repeat: npm test -- --repeat 20 <file or name>')
  if (options.changed && options.names.length > 0) throw new Refused('Give either --changed or names, not both.')
  return options
}
