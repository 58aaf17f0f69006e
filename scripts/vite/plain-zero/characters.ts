/** Returns the glyph number of a character, from the ranges of a `cmap` table. */
export function glyphOf(cmap: Buffer, character: string): number {
  const code = character.charCodeAt(0)
  const ranges = rangesOf(cmap)
  const count = ranges.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + 2 * count]
  const [steps, offsets] = [starts + 2 * count, starts + 4 * count]
  for (let index = 0; index < count; index++) {
    const start = ranges.readUInt16BE(starts + 2 * index)
    if (code < start || code > ranges.readUInt16BE(ends + 2 * index)) continue
    const step = ranges.readUInt16BE(steps + 2 * index)
    const at = offsets + 2 * index
    const offset = ranges.readUInt16BE(at)
    return ((offset === 0 ? code : ranges.readUInt16BE(at + offset + 2 * (code - start))) + step) & 0xffff
  }
  throw new Error(`The font has no ${character}`)
}

function rangesOf(cmap: Buffer): Buffer {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4))
    if (table.readUInt16BE(0) === 4) return table
  }
  throw new Error('The font has no ranges of characters')
}
