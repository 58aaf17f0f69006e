/** UUIDv7 (RFC 9562 section 5.7): ids made on this page sort in the order in which they were made. */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const isNew = now > last.ms
  last.count = isNew ? 0 : last.count + 1
  last.ms = isNew ? now : last.ms
  if (last.count > 0xfff) {
    last.ms += 1
    last.count = 0
  }
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(last.ms / 0x1_0000))
  view.setUint16(4, last.ms % 0x1_0000)
  view.setUint16(6, 0x7000 | last.count)
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const last = { ms: 0, count: 0 }
