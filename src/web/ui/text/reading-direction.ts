/**
 * Returns a text without the characters that override the reading direction, with which a text can look like another
 * one: `gnp.exe` as `exe.png`. The direction of each paragraph comes from its letters (`dir="auto"`).
 */
export const withoutOverrides = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
