// Guesses which contact field each column of a file holds. Pure functions.

import type { z } from 'zod'
import type { ImportField } from '../../../contract/contacts/index.ts'
import { foldText } from '../../../contract/plain/fold-text.ts'

type Field = z.infer<typeof ImportField>

// Column names that other programs use, the most reliable first.
const NAMES: Record<Field, string[]> = {
  fullName: 'name, fullname, contactname, contact, displayname, person, personname'.split(', '),
  firstName: 'firstname, givenname, first, forename'.split(', '),
  lastName: 'lastname, surname, familyname, last'.split(', '),
  email:
    'email, emailaddress, mail, primaryemail, workemail, businessemail, contactemail, email1, emailaddress1, email1value, emails'.split(
      ', ',
    ),
  phone:
    'phone, phonenumber, telephone, tel, workphone, businessphone, officephone, directphone, mainphone, mobilephone, mobile, cellphone, cell, primaryphone, phone1, phone1value, telephonenumber'.split(
      ', ',
    ),
  title: 'title, jobtitle, position, jobrole, role, job, function'.split(', '),
  client:
    'client, clientname, endclient, customer, customername, account, accountname, organization, organisation, organizationname, companyname, company, site, business'.split(
      ', ',
    ),
  notes: 'notes, note, comments, comment, remarks, remark, description'.split(', '),
}

const bare = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]/gu, '')
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE = /^[+(]?\d[\d\s().\-/]{5,}(x\s?\d+)?$/i

/** Returns whether the first row holds column names instead of a contact. */
export function looksLikeHead(rows: string[][]): boolean {
  const [first = [], ...rest] = rows
  if (first.some((cell) => EMAIL.test(cell.trim()) || PHONE.test(cell.trim()))) return false
  const known = new Set(Object.values(NAMES).flat())
  return first.some((cell) => known.has(bare(cell))) || rest.some((row) => row.some((cell) => EMAIL.test(cell.trim())))
}

/** Returns the column names to show. Repeated and missing names are numbered. */
export function columnNames(first: string[], header: boolean): string[] {
  const seen = new Map<string, number>()
  return first.map((cell, i) => {
    const name = (header && cell.trim().replace(/\s+/g, ' ').slice(0, 80)) || `Column ${i + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** Returns the names that more than one column has. */
export function repeatedNames(first: string[]): string[] {
  const names = first.map((cell) => cell.trim()).filter((name) => name !== '')
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}

/** Returns the likely field of each column, from names and contents; null where unknown. */
export function guessMapping(rows: string[][], header: boolean): (Field | null)[] {
  const [first = []] = rows
  const guess: (Field | null)[] = first.map(() => null)
  const free = (i: number) => guess[i] === null
  const take = (field: Field, i: number) => {
    if (i >= 0 && !guess.includes(field)) guess[i] = field
  }
  if (header) {
    const names = first.map(bare)
    for (const [field, known] of Object.entries(NAMES) as [Field, string[]][]) {
      for (const name of known)
        take(
          field,
          names.findIndex((n, i) => n === name && free(i)),
        )
    }
    // Separate first and last names are more precise than a full name.
    if (guess.includes('firstName') && guess.includes('lastName') && guess.includes('fullName'))
      guess[guess.indexOf('fullName')] = null
  }
  const body = header ? rows.slice(1) : rows
  const mostly = (test: (cell: string) => boolean) =>
    first.findIndex((_, i) => {
      const cells = body.map((row) => (row[i] ?? '').trim()).filter((cell) => cell !== '')
      return free(i) && cells.length > 0 && cells.filter(test).length > cells.length / 2
    })
  take(
    'email',
    mostly((cell) => EMAIL.test(cell)),
  )
  take(
    'phone',
    mostly((cell) => PHONE.test(cell)),
  )
  if (!guess.some((g) => g === 'fullName' || g === 'firstName' || g === 'lastName'))
    take(
      'fullName',
      mostly((cell) => /^\p{L}[\p{L}\p{M}.'’-]*(\s+\p{L}[\p{L}\p{M}.'’-]*){1,4}$/u.test(cell)),
    )
  return guess
}
