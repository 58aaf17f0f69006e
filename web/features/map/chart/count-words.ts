import { formatNumber } from '../../../ui/format.ts'

interface Written {
  words: string
  /** Width in pixels. */
  width: number
}

/** Most counts that are kept of a font. Those of one view are fewer. */
const mostKept = 5_000

const kept = new Map<string, Map<number, Written[]>>()

/**
 * Sets the font of a context for the counts of a layer. Formatting and measuring the counts again in each frame would take longer than drawing them.
 * @returns a function from a count and a width in pixels to the longest form that fits: all digits, or rounded to thousands or millions; null when none fits
 */
export function countWords(context: CanvasRenderingContext2D, font: string): (count: number, widest: number) => string | null {
  context.font = font
  const ofFont = kept.get(font) ?? new Map<number, Written[]>()
  kept.set(font, ofFont)
  if (ofFont.size > mostKept) ofFont.clear()
  return (count, widest) => {
    let forms = ofFont.get(count)
    if (!forms) {
      forms = countForms(count).map(words => ({ words, width: context.measureText(words).width }))
      ofFont.set(count, forms)
    }
    return forms.find(({ width }) => width <= widest)?.words ?? null
  }
}

/** `12 480` → `12 480`, `12k`: the forms of a count, the longest first. */
export function countForms(count: number): string[] {
  const full = formatNumber(count, 0)
  if (count < 1_000) return [full]
  const [size, unit] = count < 999_500 ? [1_000, 'k'] : [1_000_000, 'M']
  return [full, `${Math.round(count / size)}${unit}`]
}
