/**
 * An inline script for pages on which storage is blocked or null. The router's own script then reads it without a check
 * and throws twice. The replacement is empty and refuses everything, so `browser-storage.ts` keeps values in memory.
 */
export const replaceBlockedStorage = `try{sessionStorage.getItem('')}catch{try{
Object.defineProperty(window,'sessionStorage',{value:{getItem:()=>null,removeItem(){},setItem(){throw Error('Storage is blocked')}}})
}catch{}}`
