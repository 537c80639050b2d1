// A thank-you leaves a ticket as it is only when it says nothing else.
import { expect, test } from 'vitest'
import { isThanks } from './thanks.ts'

test.each([
  'Thanks!',
  'Thank you so much, works now.',
  'Perfect, thanks!',
  'Thanks a lot for the quick help. Best regards',
  'Vielen Dank, passt!',
  'Danke, geht jetzt wieder. Viele Grüße',
  'Merci beaucoup',
  'Muchas gracias por la ayuda',
  'Grazie mille, funziona!',
  'Hartelijk bedankt voor de snelle hulp',
  'Muito obrigada pela ajuda',
  'Dziękuję bardzo!',
  'Tack så mycket!',
  'Kiitos paljon!',
  'Спасибо большое!',
  'ありがとうございます。',
  '非常感谢！',
  '감사합니다',
  '👍 thanks',
])('is only a thank-you: %s', (text) => expect(isThanks(text)).toBe(true))

test('may end with the sender’s name', () => {
  expect(isThanks('Thanks!\n\nDana Whitfield', ['Dana Whitfield'])).toBe(true)
  expect(isThanks('Danke! Jörg', ['Jörg Müller'])).toBe(true)
  expect(isThanks('ありがとうございます。\n田中', ['田中'])).toBe(true)
  expect(isThanks('Thanks! REP-03', ['Dana Whitfield'])).toBe(false)
})

test.each([
  'Thanks, not fixed',
  'Thank you but it is not working now',
  'Thanks, still not working',
  'Thanks, is it fixed',
  'Thanks, it works now. Can you also look at REP-03?',
  'Thanks but it failed again this morning with the same error.',
  'Thank you, however the second report is missing since Tuesday',
  'Danke, geht nicht',
  'Danke, geht wieder nicht',
  'Danke, aber der zweite Bericht fehlt immer noch',
  'Merci, mais rien ne marche',
  'Merci, ça ne marche pas',
  'Gracias, no funciona',
  'Grazie, ma non funziona',
  'Bedankt, werkt niet',
  'Obrigado, não funciona',
  'Dziękuję, nie działa',
  'Tack, men det fungerar inte',
  'Kiitos, ei toimi',
  'Спасибо, не работает',
  'ありがとうございます。まだ動きません。',
  '谢谢，还是不行',
  '감사합니다. 아직 안 됩니다.',
  'It works again.',
  'Thanks?',
  'Thanks, PC-07',
  '',
])('is more than a thank-you, or none: %j', (text) => expect(isThanks(text)).toBe(false))
