// The portal's pages are visible before their code runs. The last click until then takes effect once the code runs.

const HYDRATED = 'hydrated'

/** An inline script that remembers the last button or form that was used before hydration, and uses it again after. */
export const keepEarlyClicks = `(()=>{
let early
const keep=(event)=>{
const used=event.type==='submit'?event.target:event.target.closest('button[type="button"]')
if(!used)return
event.preventDefault()
early=used
}
addEventListener('click',keep,true)
addEventListener('submit',keep,true)
addEventListener('${HYDRATED}',()=>{
removeEventListener('click',keep,true)
removeEventListener('submit',keep,true)
if(early?.isConnected)early.requestSubmit?early.requestSubmit():early.click()
},{once:true})
})()`

/** Replays the early click. Call it once the page has hydrated. */
export const replayEarlyClick = (): void => void dispatchEvent(new Event(HYDRATED))
