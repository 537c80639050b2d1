// What counts as a quotation, a forward and a signature, in the forms of many mail programs.
import { describe, expect, test } from 'vitest'
import { isForward } from './mail-quote.ts'
import { isPhoneLine } from './mail-signature.ts'
import { splitFirst, splitText } from './mail-text.ts'

const HEADS = [
  'From: Erin <erin@m.example>\nSent: Friday, November 20, 2026 9:14 AM\nTo: Dana\nSubject: Report',
  'From: Erin <erin@m.example>\nDate: Friday, 20 November 2026 at 09:14\nTo: Dana\nSubject: Report',
  '*From:* Erin <erin@m.example>\n*Sent:* Friday, November 20, 2026 9:14 AM\n*To:* Dana\n*Subject:* Report',
  'Von: Erin <erin@m.example>\nGesendet: Freitag, 20. November 2026 09:14\nAn: Dana\nBetreff: Report',
  'Gesendet: Freitag, 20. November 2026 um 09:14 Uhr\nVon: "Erin" <erin@m.example>\nAn: Dana\nBetreff: Report',
  'De : Erin <erin@m.example>\nEnvoyé : vendredi 20 novembre 2026 09:14\nÀ : Dana\nObjet : Report',
  'De: Erin\nEnviado: viernes, 20 de noviembre de 2026 9:14\nPara: Dana\nAsunto: Report',
  'Da: Erin\nInviato: venerdì 20 novembre 2026 09:14\nA: Dana\nOggetto: Report',
  'Van: Erin\nVerzonden: vrijdag 20 november 2026 09:14\nAan: Dana\nOnderwerp: Report',
  'De: Erin\nEnviado: sexta-feira, 20 de novembro de 2026 09:14\nPara: Dana\nAssunto: Report',
  'Od: Erin\nWysłano: piątek, 20 listopada 2026 09:14\nDo: Dana\nTemat: Report',
  'Från: Erin\nSkickat: den 20 november 2026 09:14\nTill: Dana\nÄmne: Report',
  'Fra: Erin\nSendt: 20. november 2026 09:14\nTil: Dana\nEmne: Report',
  'Lähettäjä: Erin\nLähetetty: perjantai 20. marraskuuta 2026 9.14\nVastaanottaja: Dana\nAihe: Report',
]
const ATTRIBUTIONS = [
  'On 20 Nov 2026, at 09:14, Erin <erin@m.example> wrote:',
  'Am 20.11.26 um 09:14 schrieb Erin:',
  'Am Freitag, 20. November 2026 um 09:14:02 MEZ hat Erin <erin@m.example> Folgendes geschrieben:',
  'Le vendredi 20 novembre 2026 à 09:14:02 UTC+1, Erin <erin@m.example> a écrit :',
  'En viernes, 20 de noviembre de 2026, 09:14:02 CET, Erin <erin@m.example> escribió:',
  'Il giorno 20 nov 2026, alle ore 09:14, Erin <erin@m.example> ha scritto:',
  'Op 20 nov. 2026 om 09:14 heeft Erin <erin@m.example> het volgende geschreven:',
  'Em sexta-feira, 20 de novembro de 2026 09:14:02 BRT, Erin <erin@m.example> escreveu:',
  'Wiadomość napisana przez Erin <erin@m.example> w dniu 20.11.2026, o godz. 09:14:',
  'Den 20.11.2026 kl. 09.14, skrev Erin:',
  'pe 20. marrask. 2026 klo 9.14 Erin (erin@m.example) kirjoitti:',
]

describe('an answer', () => {
  test.each([...HEADS, ...ATTRIBUTIONS])('ends at: %s', (introduction) => {
    const options = { subject: 'RE: [T-1001] Report' }
    expect(splitText(`It works.\n\n${introduction}\n\nOld text.`, options).newText).toBe('It works.')
    expect(splitText(`It works.\n\n${introduction}\n> Old text.`, options).newText).toBe('It works.')
    // In a first mail, the forwarded text is what the mail is about.
    expect(splitFirst(`Look:\n\n${introduction}\n\nOld text.\n\nWhat now?`).folded).toBe('')
  })
  test.each([
    ...[
      'See my answers below in red.',
      'Inline.',
      'My comments in blue',
      'Please see inline',
      'Replies in CAPS',
      'Answers in the mail below',
    ],
    ...[
      'Meine Antworten stehen unten in Rot.',
      'Antworten siehe unten',
      'Antworten inline',
      'Kommentare in Blau im Text',
    ],
    ...[
      'Mes réponses ci-dessous en rouge.',
      'Voir mes réponses dans le texte',
      'Mis respuestas abajo en rojo',
      'Ver abajo',
    ],
    ...['Le mie risposte in rosso qui sotto', 'Vedi sotto', 'Mijn antwoorden staan hieronder in het rood', 'Zie onder'],
    ...[
      'Minhas respostas abaixo em vermelho',
      'Veja abaixo',
      'Moje odpowiedzi poniżej na czerwono',
      'Odpowiedzi w treści',
    ],
    ...['Mina svar nedan', 'Mine svar nedenfor', 'Se svar herunder', 'Vastaukseni alla punaisella', 'Hi Erin,'],
  ])('between the lines of an unmarked quotation is shown: %s', (top) => {
    for (const head of HEADS.slice(0, 6))
      expect(splitText(`${top}\n\n${head}\n\nWhich PC? PC-07`, { subject: 'RE: [T-1001] Report' })).toMatchObject({
        newText: expect.stringContaining('PC-07'),
        folded: '',
      })
  })
  test('keeps what it forwards', () => {
    const vendor = HEADS[0]?.replace('Subject: Report', 'Subject: RMA 77') ?? ''
    const cases = [
      `See the vendor.\n\n${vendor}\n\nSend the disk.`,
      `See the vendor.\n\n-----Original Message-----\n${vendor}\n\nSend the disk.`,
      `See the vendor.\n\n---------- Forwarded message ---------\n${HEADS[0]}\n\nSend the disk.`,
      `Siehe unten.\n\nAnfang der weitergeleiteten Nachricht:\n\n> ${HEADS[3]?.replace(/\n/g, '\n> ')}\n>\n> Send the disk.`,
      `Voir.\n\n-------- Message transféré --------\n${HEADS[5]}\n\nSend the disk.`,
    ]
    for (const text of cases)
      expect(splitText(text, { subject: 'RE: [T-1001] Report' })).toMatchObject({ newText: text, folded: '' })
  })
  test('keeps a list of times that only looks like an introduction', () => {
    for (const text of [
      'On Monday at 9:14 the service wrote:\nError 5 in line 7',
      'From: the scanner\nDate: unknown\nIt does not arrive.',
      'I ran\n\n> ipconfig /all\n\nand it shows nothing.',
    ])
      expect(splitText(text)).toMatchObject({ newText: text, folded: '' })
  })
})

test('“VS:” is a reply in Finnish and a forward in Danish and Norwegian', () => {
  expect(isForward('VS: Report', HEADS[13])).toBe(false)
  expect(isForward('VS: Report', HEADS[12])).toBe(true)
  expect(isForward('VS: Report', 'pe 20. marrask. 2026 klo 9.14 Erin kirjoitti:')).toBe(false)
  for (const subject of [
    'Fwd: x',
    'WG: x',
    'TR : x',
    'RV: x',
    'ENC: x',
    'Doorst: x',
    'PD: x',
    'I: x',
    'VB: x',
    'VL: x',
  ])
    expect(isForward(subject), subject).toBe(true)
  for (const subject of ['Re: x', 'AW: x', 'SV: x', 'R: x', 'RE: FW', 'Odp: x', 'Antw: x'])
    expect(isForward(subject), subject).toBe(false)
})

describe('the line of a phone', () => {
  test.each([
    ...[
      'Sent from my iPhone',
      'Sent from my iPhone, please excuse typos',
      'Get Outlook for iOS<https://aka.ms/o0ukef>',
    ],
    ...['Sent from Mail for Windows', 'Sent from Yahoo Mail on Android', 'Sent with Proton Mail secure email.'],
    ...['Sent from my Verizon, Samsung Galaxy smartphone', 'Sent via BlackBerry from T-Mobile', 'iPhoneから送信'],
    ...[
      'Von meinem iPhone gesendet',
      'Gesendet von Outlook für Android',
      'Hol dir Outlook für iOS',
      'Outlook für Android herunterladen',
    ],
    ...['Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.', 'Gesendet mit der GMX Mail App'],
    ...['Envoyé de mon iPhone', 'Envoyé à partir de Outlook pour Android', 'Télécharger Outlook pour iOS'],
    ...['Enviado desde mi iPhone', 'Obtener Outlook para Android', 'Inviato da iPhone', 'Scarica Outlook per iOS'],
    ...[
      'Verstuurd vanaf mijn iPhone',
      'Outlook voor iOS downloaden',
      'Enviado do meu iPhone',
      'Obter o Outlook para iOS',
    ],
    ...[
      'Wysłane z iPhone’a',
      'Pobierz program Outlook dla systemu iOS',
      'Skickat från min iPhone',
      'Sendt fra min iPhone',
      'Lähetetty iPhonesta',
    ],
  ])('is folded below an answer: %s', (line) => {
    expect(isPhoneLine(line)).toBe(true)
    expect(splitText(`It works.\n\n${line}`)).toMatchObject({ newText: 'It works.', folded: line })
    // Text below the signature is the sender's own.
    expect(splitText(`It works.\n\n${line}\nPS: REP-03 too.`).folded).toBe('')
    expect(splitFirst(`It fails.\n\n${line}`).folded).toBe('')
  })
  test.each([
    ...[
      'Sent from the copier on floor 2 at 9:10 - never arrived.',
      'Sent from my iPhone at 9:10',
      'Sent from my phone to the printer',
    ],
    ...[
      'https://aka.ms/mfasetup shows error 53003',
      'https://aka.ms/mfasetup',
      'Get Windows',
      'Enviado desde el escáner del piso 2',
    ],
    ...[
      'Gesendet vom Scanner im Flur',
      'Envoyé du scanner',
      'Outlook for iOS crashes',
      'Von meinem Handy',
      'Sent from Outlook it never arrives',
    ],
  ])('is not mistaken for: %s', (line) => {
    expect(isPhoneLine(line)).toBe(false)
    expect(splitText(`Two problems:\n${line}`).folded).toBe('')
  })
})

describe('a signature', () => {
  const folded = (text: string) => splitFirst(text).folded
  test('is the last short block below its line', () => {
    expect(folded('It fails.\n\n-- \nDana Owner\nNorthgate IT\n+1 555 0142')).toBe(
      '--\nDana Owner\nNorthgate IT\n+1 555 0142',
    )
    expect(folded('It fails.\n-- \nDana Owner')).toBe('--\nDana Owner')
    expect(folded('It fails.\n\n--\nDana Owner')).toBe('--\nDana Owner')
  })
  test.each([
    'A.\n---\nB.\n---\nC',
    'A\n___\nB',
    'A\n-- \nB\n-- \nC',
    'select 1\n--\nselect 2\n\nPlease look today.',
    'select 1\n--\nselect 2',
    'It fails:\n\n-- \nerror 5\n\nSince Tuesday',
    'First:\n\n--\nThe printer is slow.',
    'First:\n\n-- \nDana\nCan you call me?',
    `First:\n\n-- \n${'Line\n'.repeat(9)}`,
    `First:\n\n-- \n${'long '.repeat(20)}`,
    '-- \nDana',
  ])('is not found in: %j', (text) =>
    expect(splitFirst(text)).toMatchObject({
      newText: text.trimEnd().replace('-- \n', '--\n').replace('-- \n', '--\n'),
      folded: '',
    }),
  )
  test('with a closing phrase and a name is folded in an answer', () => {
    expect(splitText('It works.\n\nBest regards,\n\nDana Owner\nNorthgate IT')).toMatchObject({ newText: 'It works.' })
    expect(splitText('Es geht.\n\nMit freundlichen Grüßen\nDana Owner').newText).toBe('Es geht.')
    for (const text of [
      'It works.\n\nBest regards,\nDana\nPrinter 4 prints blank pages',
      'It works.\n\nBest regards,\nDana\n\nP.S. REP-03 too',
      'Best regards\nDana',
    ])
      expect(splitText(text)).toMatchObject({ newText: text, folded: '' })
  })
})
