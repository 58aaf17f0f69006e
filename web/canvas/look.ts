/** Line style: solid for confirmed, dashed for a machine suggestion, dotted for locked or rejected, double for a conflict. */
export type Stroke = 'solid' | 'dashed' | 'dotted' | 'double'

/** Look of a shape: a 2 px line of its colour on a 4 px dark casing. */
export interface Look {
  /** sRGB channels, 0–255 each. */
  colour: readonly [red: number, green: number, blue: number]
  stroke: Stroke
  filled: boolean
  hidden: boolean
}

/** Bits in the fourth byte of a packed look. The lowest two bits are the index of the stroke in {@link strokes}. */
export const filledBit = 4
export const hiddenBit = 8
/** Bit of a shape that was removed, or that was edited and is now drawn from another slot. */
export const goneBit = 16
export const strokes: readonly Stroke[] = ['solid', 'dashed', 'dotted', 'double']

/** Writes a look as one RGBA texel. */
export function packLook(into: Uint8Array, slot: number, { colour, stroke, filled, hidden }: Look): void {
  const at = slot * 4
  into[at] = colour[0]
  into[at + 1] = colour[1]
  into[at + 2] = colour[2]
  into[at + 3] = strokes.indexOf(stroke) + (filled ? filledBit : 0) + (hidden ? hiddenBit : 0)
}
