import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { labelPalette } from './label-palette.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** Symbols that mark labels in addition to colour. */
export const glyphs = ['circle', 'square', 'triangle', 'diamond', 'wedge', 'cross', 'star', 'pentagon'] as const
export type Glyph = (typeof glyphs)[number]

export interface LabelLook {
  /** CSS colour for light and dark themes. */
  css: string
  /** Colour on pictures, which are dark. */
  onPicture: Rgb
  /** Symbol; null for a label without a palette colour. */
  glyph: Glyph | null
}

const neutral: LabelLook = { css: 'var(--text-3)', onPicture: [154, 168, 176], glyph: null }

/** Colours and symbol of a label. A colour chosen by a person takes precedence over the palette colour. A label without either is grey. */
export function lookOfLabel(label: Pick<OutlineLabel, 'colour' | 'paletteColour'> | undefined): LabelLook {
  const place = label?.paletteColour
  const given = place === undefined ? undefined : labelPalette[place % labelPalette.length]
  const glyph = place === undefined ? null : (glyphs[place % glyphs.length] ?? null)
  if (label?.colour) return { css: label.colour, onPicture: rgbOf(label.colour), glyph }
  if (!given) return neutral
  return { css: `light-dark(${given.light}, ${given.dark})`, onPicture: rgbOf(given.dark), glyph }
}

/** Channels of a colour. @param hex `#rrggbb` */
const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16)
]
