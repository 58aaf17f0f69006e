const longestName = 255

/**
 * Last path segment of a file name from a client. Control characters are removed. So are characters that change the writing direction, which can
 * disguise `exe.gpj` as `jpg.exe`. Empty if no character remains. The result is never used as a path.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Co}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  if (/^\.*$/.test(clean)) return ''
  return [...clean].slice(0, longestName).join('')
}

/** Builds a `Content-Disposition` header for any file name (RFC 6266). `filename` is plain ASCII, and `filename*` has the full name (RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const clean = safeFileName(fileName) || 'file'
  const ascii = clean
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
