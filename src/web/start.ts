// What the document of a portal screen contains for its code: the site's settings, and the reads that the screen begins
// with. An inline script sends these reads immediately, so their answers arrive while the code is still loading. See
// docs/decisions/037-reads-before-the-code.md.
import { createContext } from 'react'
import type { Site } from './context.ts'
import { SESSION_KEY } from './personal-storage.ts'

/** A read: an operation without effects, such as `tickets/list`, and its input. */
export type Read = { path: string; input?: unknown }
/** What the reads of a screen are derived from: its address and the site's settings. */
export type Address = { params: Record<string, string | undefined>; url: URL; site: Site }
export type Start = {
  /** The server's time, in milliseconds. */
  at: number
  site: Site
  reads: Read[]
}
/** Reads that the inline script has sent with one request. Undefined if no answer came from the server. */
export type SentReads = { reads: Read[]; answer: Promise<Arrived | undefined> }
/** A response, and when it arrived by the clock of this machine. */
type Arrived = { response: Response; at: number }
/** What the inline script has sent, when by the clock of this machine, and with which access token. */
export type Sent = { token: string; at: number; requests: SentReads[] }
declare global {
  interface Window {
    sentReads?: Sent | undefined
  }
}

const ID = 'start'
/** Attributes of the element that contains the start. */
export const startElement = { id: ID, type: 'application/json' } as const
/** A session that ends this soon is renewed first. */
const MARGIN_MS = 30_000

/**
 * The start as text for the element, without `<` because that could end it, and the text of the inline script. Only on
 * the server, and only for pages that hydrate.
 */
export const StartContext = createContext<{ data: string; script: string } | undefined>(undefined)
/** Returns the start as text for the element. */
export const writeStart = (start: Start): string => JSON.stringify(start).replaceAll('<', '\\u003c')
let start: Start | undefined
/** Returns the start that the document contains. Only for the browser. */
export function readStart(): Start {
  start ??= JSON.parse(document.getElementById(ID)?.textContent ?? '') as Start
  return start
}

/** Returns what the inline script has sent, once. Undefined if it sent nothing, and on the server. */
export function takeSent(): Sent | undefined {
  if (typeof window === 'undefined') return undefined
  const sent = window.sentReads
  delete window.sentReads
  return sent
}

/**
 * An inline script that sends the reads if someone is signed in. Reads about sign-in are sent alone, because the server
 * answers no other reads together with them, and so is a single read. If anything is missing, the code sends all reads
 * later.
 */
export const sendReads = `(()=>{try{
const {at,site,reads}=JSON.parse(document.getElementById('${ID}').textContent)
const {access_token:token,expires_at,user}=JSON.parse(localStorage.getItem('${SESSION_KEY}'))
if(!reads.length||!token||!user.id||expires_at*1e3<at+${MARGIN_MS})return
const headers={apikey:site.publishableKey,authorization:'Bearer '+token,'content-type':'application/json'}
const send=(reads,path,body)=>({reads,answer:fetch('/api/rpc/'+path,{method:'POST',headers,body:JSON.stringify(body)})
.then((response)=>({response,at:Date.now()}),()=>{})})
const others=reads.filter(({path})=>!path.startsWith('account/'))
const together=others.length>1?others:[]
const alone=reads.filter((read)=>!together.includes(read))
window.sentReads={token,at:Date.now(),requests:alone.map((read)=>send([read],read.path,{json:read.input}))}
if(together.length)sentReads.requests.push(send(together,'reads',{reads:together}))
}catch{}})()`
