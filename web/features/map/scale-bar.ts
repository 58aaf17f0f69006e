/** Round length on the ground, with its length on the screen. */
export interface ScaleBar {
  pixels: number
  words: string
  nauticalWords: string
}

const thinSpace = '\u2009'

/** Returns the longest round length that fits in `most` pixels. Null without a finite, positive length. @param metersPerPixel on the ground */
export function scaleBar(metersPerPixel: number, most: number): ScaleBar | null {
  const longest = metersPerPixel * most
  if (!(longest > 0) || !Number.isFinite(longest)) return null
  const power = 10 ** Math.floor(Math.log10(longest))
  const meters = ([5, 2, 1].find(step => step * power <= longest) ?? 1) * power
  const words = meters >= 1000 ? `${meters / 1000}${thinSpace}km` : `${meters}${thinSpace}m`
  const miles = meters / 1852
  return {
    pixels: meters / metersPerPixel,
    words,
    nauticalWords: `${miles >= 10 ? Math.round(miles) : miles.toPrecision(2)}${thinSpace}nmi`
  }
}
