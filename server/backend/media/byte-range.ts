import type { ByteRange } from '../storage/blobs.ts'

/** Parses a `Range` header (RFC 9110, section 14); null for the whole file. A request for several ranges gets the whole file, as the RFC allows. */
export function byteRange(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  etag: string,
  sizeBytes: number
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (ifRange !== undefined && ifRange !== etag) return null
  if (match[1] === '') {
    const suffix = Number(match[2])
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
