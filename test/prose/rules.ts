// Phrases that do not belong in plain American English, with what to write instead. Terms are in docs/glossary.md.
import type { Kind } from './texts.ts'

export type Rule = {
  pattern: RegExp
  instead: string
  /** Only in these kinds of text; everywhere if left out. */
  kinds?: readonly Kind[]
}

const SEEN = ['interface', 'content'] as const
const WRITTEN = ['interface', 'content', 'document', 'comment'] as const

/** Texts that the rules do not apply to: quotes of the specification, and keywords of the search. */
export const ALLOWED: readonly string[] = [
  'Oops! Page not found',
  'Go to Login',
  'Please check your email to verify your account.',
  'log out logout signout leave exit',
  'outbox outgoing mail sent failed bounced',
  'where you are signed in your devices browsers sign out everywhere log out other',
]

export const RULES: readonly Rule[] = [
  // Private terms and inversions.
  { pattern: /\breckon(s|ed|ing)?\b/i, instead: 'calculate' },
  { pattern: /\bworth,? against price\b/i, instead: 'value vs. cost' },
  { pattern: /\bwhat waits for\b/i, instead: 'needs your attention' },
  { pattern: /\bnobody yet\b|\bnobody[’']s\b/i, instead: 'unassigned' },
  { pattern: /\bputs? (it |them |this )?away\b|\bput away\b/i, instead: 'archive' },
  {
    pattern: /\b(takes?|taken|took|taking) (it |them |this )?back\b/i,
    instead: 'restore, recall, reverse or undo',
    kinds: WRITTEN,
  },
  {
    pattern: /\bsend to sign\b|\bwaits? for (a |the |your )?signature\b/i,
    instead: 'send for signature, awaiting signature',
  },
  { pattern: /\bit was settled\b|\bstays? open\b(?=.*\binvoice)/i, instead: 'paid in full, remaining due' },
  { pattern: /\b(first answer|9 of 10)\b/i, instead: 'first response, 90th percentile', kinds: SEEN },
  { pattern: /\bcompare with the time before\b/i, instead: 'compare with previous period' },
  { pattern: /\bat once\b/i, instead: 'immediately, or at the same time', kinds: SEEN },
  { pattern: /\bby (it|them)sel(f|ves)\b/i, instead: 'automatically', kinds: WRITTEN },
  { pattern: /\bas a rule\b/i, instead: 'usually', kinds: WRITTEN },
  { pattern: /\brefused rows?\b/i, instead: 'rejected rows' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bran out\b/i, instead: 'expired, ended or used up', kinds: WRITTEN },
  { pattern: /\bhere since\b/i, instead: 'customer since' },
  { pattern: /\bthe usual one\b|\b(y?our|the) usual (hours|terms)\b/i, instead: 'default' },
  { pattern: /\bsomebody was (here|faster)\b/i, instead: 'last active; changed by someone else' },
  { pattern: /\bthe new one again\b/i, instead: 'confirm new password' },
  { pattern: /\bstands? (in|here|there|beside|beneath|above|below|on)\b/i, instead: 'is in, appears', kinds: WRITTEN },
  {
    pattern: /\byou (will )?hear of\b|\byou are told\b|\b(is|are|was|were|gets?|be) told of\b/i,
    instead: 'we’ll let you know; is notified',
  },
  { pattern: /\binvoice over \$/i, instead: 'invoice for' },
  { pattern: /\b(cannot|can[’']t|not) be \w+ so far\b/i, instead: 'yet' },
  { pattern: /\bblotted\b/i, instead: 'redacted' },
  { pattern: /\bdid not arrive whole\b|\bas a whole\b(?=.*\b(mail|file)\b)/i, instead: 'complete' },
  { pattern: /\bare not right\b|\bis not right\b/i, instead: 'is not valid; say what to enter', kinds: SEEN },
  { pattern: /\bit is so already\b/i, instead: 'name the state: already assigned to you' },
  { pattern: /\bthe one thing that\b/i, instead: 'say the thing' },
  { pattern: /\b(whoever|whosoever|whomever)\b/i, instead: 'name the person: the user, the caller', kinds: WRITTEN },
  { pattern: /\b(somebody|anybody|everybody)\b/i, instead: 'someone, anyone, everyone, or the person', kinds: SEEN },
  { pattern: /\bnobody\b/i, instead: 'no one', kinds: ['interface'] },
  { pattern: /\bdraws? on the hours\b|\bbeyond the hours\b/i, instead: 'uses hours; overage', kinds: SEEN },
  { pattern: /\bby its side\b|\bhereof\b|\bthereof\b|\btherein\b|\bwherein\b/i, instead: 'plain words', kinds: SEEN },
  { pattern: /\bthe news\b|\bnews of\b/i, instead: 'update, notification or event', kinds: WRITTEN },
  {
    pattern: /\bin good time\b|\bas yet\b|\bere\b|\bheretofore\b|\bwhilst\b|\bamongst\b|\bupon\b/i,
    instead: 'plain words',
    kinds: WRITTEN,
  },
  { pattern: /\bplease\b/i, instead: 'leave it out', kinds: ['interface'] },
  { pattern: /\boops\b|\bwhoops\b|\bsorry\b/i, instead: 'say what happened', kinds: ['interface'] },
  {
    pattern:
      /\bsimply\b|\beasily\b|\bseamless(ly)?\b|\bleverag(e|es|ing)\b|\bcutting[- ]edge\b|\bbest[- ]in[- ]class\b|\brevolutioni[sz]e/i,
    instead: 'leave it out, or say what it does',
    kinds: SEEN,
  },
  { pattern: /\b(the|this) [\w’ ]+ couldn[’']t be loaded\b/i, instead: 'couldn’t load …', kinds: ['interface'] },
  { pattern: /\b(cannot|can[’']t) be undone\b/i, instead: 'You can’t undo this.', kinds: ['interface'] },
  { pattern: /\buse theirs\b/i, instead: 'use their version', kinds: ['interface'] },
  {
    pattern: /\bIt (?!(has|is|was|had)\b)\w+(, \w+)*( and \w+)? (no(?! longer)|nothing|nobody|none)\b/,
    instead: 'It doesn’t + verb + plural; keep “It never …”',
    kinds: SEEN,
  },
  // Standard terms.
  { pattern: /\bactivity log\b/i, instead: 'audit log', kinds: ['interface'] },
  { pattern: /\bwe mail\b|\bmail (people|them)\b/i, instead: 'email', kinds: ['interface'] },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\boutbox\b/i, instead: 'Email (the screen)', kinds: ['interface'] },
  { pattern: /\bend clients?\b/i, instead: 'client', kinds: SEEN },
  { pattern: /\bfindings?\b/i, instead: 'discrepancy', kinds: ['interface'] },
  { pattern: /\blog ?in\b(?! shell)|\blogged in\b|\blog ?out\b/i, instead: 'sign in, sign out', kinds: SEEN },
  { pattern: /\bways? in\b/i, instead: 'sign-in method', kinds: SEEN },
  // British spelling. The dictionary finds most others.
  {
    pattern:
      /\b(colour|behaviour|licen[c]es?|catalogues?|cancelled|cancelling|labelled|travell|organis|recognis|favourite|centre|grey|towards|afterwards)\w*\b/i,
    instead: 'American spelling',
    kinds: ['interface', 'content', 'document'],
  },
]
