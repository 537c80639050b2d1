import { showMinutes } from '../platform/words.ts'

/** A pack as it stands on an order: "10 hours of work, valid 12 months"; a name that says more than that stands first. */
export function describePack(pack: { name: string; minutes: number; valid_months: number }): string {
  const valid = `valid ${pack.valid_months} ${pack.valid_months === 1 ? 'month' : 'months'}`
  const said = /^(\d+)\s*(?:h|hours?)$/i.exec(pack.name.trim())?.[1]
  return said !== undefined && Number(said) * 60 === pack.minutes
    ? `${pack.name} of work, ${valid}`
    : `${pack.name} (${showMinutes(pack.minutes)} of work, ${valid})`
}
