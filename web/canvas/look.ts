/** Confirmed is solid, a machine's suggestion dashed, locked or rejected dotted, a conflict double. */
export type Stroke = 'solid' | 'dashed' | 'dotted' | 'double'

/** How a shape is drawn: a 2 px line of its colour on a 4 px dark casing. */
export interface Look {
  /** sRGB, 0–255 each. */
  colour: readonly [red: number, green: number, blue: number]
  stroke: Stroke
  filled: boolean
  hidden: boolean
}

/** Bits of a packed look's fourth byte; the lowest two are the stroke's place in {@link strokes}. */
export const filledBit = 4
export const hiddenBit = 8
/** Was taken out, or was edited and is drawn from elsewhere. */
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
