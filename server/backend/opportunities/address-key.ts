import { createHash } from 'node:crypto'

/**
 * Returns the hexadecimal SHA-256 of a canonical web address; null for an invalid address. The hash is stored because PostgreSQL cannot index long
 * addresses.
 */
export function addressKey(address: string): string | null {
  const canonical = canonicalAddress(address)
  return canonical && createHash('sha256').update(canonical).digest('hex')
}

/**
 * Canonical form of a web address, so that all copies of a call share one address. It uses https, and has no fragment, `utm_` parameters or trailing
 * slash.
 */
function canonicalAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (/^utm_/i.test(name)) url.searchParams.delete(name)
  const query = url.searchParams.size > 0 ? `?${url.searchParams}` : ''
  return `https://${url.host}${url.pathname.replace(/\/+$/, '')}${query}`
}
