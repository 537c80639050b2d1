import { expect, test } from 'vitest'
import { brand } from '../../../../brand.config.ts'
import { hasLink, nameForMail, nameProblem, namesProvider } from './names.ts'

const disguises = [
  brand.shortName,
  brand.longName,
  brand.slug,
  `${brand.shortName} Security Team`,
  'MILLWRIGHT billing',
  'M i l l w r i g h t',
  'Mill-wright',
  'Míllwríght',
  'M1llwr1ght',
  'Mi11wright',
  'Mi|lwright',
  'Мillwright', // Cyrillic М
  'Millwrіght', // Ukrainian і
  'Mill\u200bwright',
  'Mill\u00adwright',
  'Ｍｉｌｌｗｒｉｇｈｔ',
  '𝐌𝐢𝐥𝐥𝐰𝐫𝐢𝐠𝐡𝐭',
  'Millvvright',
  'Miilwright',
  'The rnillwright desk',
  'Millwrigh7',
  'ᴍɪʟʟᴡʀɪɢʜᴛ', // small capitals
  'мɪllwright',
  '🅼🅸🅻🅻🆆🆁🅸🅶🅷🆃',
  '🅜🅘🅛🅛🅦🅡🅘🅖🅗🅣',
  '🇲🇮🇱🇱🇼🇷🇮🇬🇭🇹',
  'ᎷᎥllwright', // Cherokee
  'ꓟꓲꓡꓡꓪꓣꓲꓖꓧꓔ', // Lisu
  'Millwriqht',
  'Millwri6ht',
  'Mill\\/\\/right',
  '/\\/\\illwright',
  '|\\/|illwrig|-|t',
  'ⲙⲓⲗⲗwright'.replaceAll('ⲗ', 'l'), // Coptic
  'Miווwright', // Hebrew
  'Mi١١wright', // Arabic digits
  'Millɯright',
  'Mill\u3164wright', // Hangul filler, an invisible letter
  'Mill\uffa0wright',
  'Mill\u115fwright',
  'Millʼwright', // a letter that looks like an apostrophe
  'Millーwright', // a letter that looks like a dash
  'Millwrigh†',
  'M¡llwr¡ght',
  'ʍillwright',
]
test.each(disguises)('%s is rejected, because it looks like the name of the provider', (name) => {
  expect(namesProvider(name)).toBe(true)
  expect(nameProblem(name)).toBeDefined()
  expect(nameForMail(name)).toBe('a company')
})

const honest = [
  'Northgate IT',
  'Bluepeak Managed Services',
  'Müller & Söhne GmbH',
  'Wright Mills',
  'Mill Street IT',
  'Dr.Jones Dental',
  'J.R. Smith',
  'St.Mary Clinic',
  'A.B.C. Services',
  '株式会社サンプル',
  'Миллер и партнёры',
  'מילר ושות',
  'Iraq & Quick',
  'Acme Inc.',
  '24/7 Support',
  'Route 128 IT, since 1987',
  '1-800-FLOWERS',
  'New Company',
  'Team 🇩🇪 Support',
]
test.each(honest)('%s is a name like any other', (name) => {
  expect(nameProblem(name)).toBeUndefined()
  expect(nameForMail(name)).toBe(name)
})

test.each([
  'Win at https://evil.example',
  'www.evil.example',
  'evil.example',
  'Call us: evil.co/x',
  't.co/abc',
  'x.com',
  'help@evil.example',
  'Pay．evil．com',
  'evil\u00ad.com',
  'evil.\u200dcom',
])('%s is rejected, because programs would make it a link', (name) => {
  expect(hasLink(name)).toBe(true)
  expect(nameProblem(name)).toMatch(/web or email address/)
})

test.each(['Call +1 (555) 010-0100 about your account', 'Support 555.010.0100', '٠١٢٣٤٥٦ help', '5550\u00ad100100'])(
  '%j has a phone number, so that it is in no mail to strangers',
  (name) => {
    expect(nameForMail(name)).toBe('a company')
  },
)

test.each(['Two\nlines', 'Two\u2028lines', 'Rev\u202eersed', 'Zero\u200bwidth'])(
  '%j is not one visible line',
  (name) => {
    expect(nameProblem(name)).toMatch(/one line/)
  },
)

test('a name is shortened in emails, never within a character', () => {
  expect(nameForMail('😀'.repeat(100)).isWellFormed()).toBe(true)
  expect(nameForMail('a'.repeat(200))).toHaveLength(80)
})
