const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string, 'phone' | 'computer'][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/**
 * Returns a device's name and kind from its user agent, such as "Firefox on Windows". The name is the browser or the
 * system if only one is known, and the first word of the user agent if neither is.
 */
export function parseDevice(userAgent: string | null): { name: string; kind: 'phone' | 'computer' } {
  const text = userAgent ?? ''
  const browser = BROWSERS.find(([mark]) => mark.test(text))?.[1]
  const system = SYSTEMS.find(([mark]) => mark.test(text))
  const kind = system?.[2] ?? 'computer'
  if (browser && system) return { name: `${browser} on ${system[1]}`, kind }
  return { name: browser ?? system?.[1] ?? (text.split(/[\s/]/)[0]?.slice(0, 60) || 'Unknown device'), kind }
}
