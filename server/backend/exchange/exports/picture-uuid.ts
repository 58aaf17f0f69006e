import { createHash } from 'node:crypto'

/** Version 4 UUID, as iFDO requires, derived from an id of another version. The same id always results in the same UUID. */
export function pictureUuid(id: string): string {
  const bytes = createHash('sha256').update(`isobath ifdo ${id}`).digest()
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
