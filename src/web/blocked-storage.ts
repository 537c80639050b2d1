/**
 * An inline script for pages on which storage is blocked or null. Replaces `sessionStorage`, which the router's inline
 * script reads without a check. The replacement is empty and rejects writes, so `browser-storage.ts` keeps values in
 * memory.
 */
export const replaceBlockedStorage = `try{sessionStorage.getItem('')}catch{try{
Object.defineProperty(window,'sessionStorage',{value:{getItem:()=>null,removeItem(){},setItem(){throw Error('Storage is blocked')}}})
}catch{}}`
