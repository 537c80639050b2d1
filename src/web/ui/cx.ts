/** Joins class names and skips falsy values, as in `condition && 'name'`. */
export function cx(...names: (string | false | 0 | 0n | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
