/** Corrections for displaying a picture. The stored picture never changes. Channels are sRGB values, 0–1. */
export interface Corrections {
  /** Exposure in stops: each stop doubles the brightness. 0 changes nothing. */
  exposure: number
  /** Factor for the difference from middle grey. 1 changes nothing. */
  contrast: number
  /** Each channel becomes `value ^ (1 / gamma)`. 1 changes nothing. */
  gamma: number
  /** Gain of each channel, because water absorbs red first. 1 changes nothing. */
  whiteBalance: readonly [red: number, green: number, blue: number]
  /** Factor for the difference from the blurred surroundings. The product is added to the picture. 0 changes nothing. */
  localContrast: number
  /** Range of each channel that is stretched to 0–1. `[0, 1]` changes nothing. */
  stretch: readonly [red: Span, green: Span, blue: Span]
}

export type Span = readonly [low: number, high: number]
export type CorrectionName = keyof Corrections

/** Names of the corrections that change the picture, in the order in which they are applied. */
export function inForce(corrections: Corrections | null): CorrectionName[] {
  if (!corrections) return []
  const { exposure, contrast, gamma, whiteBalance, localContrast, stretch } = corrections
  const changes: Record<CorrectionName, boolean> = {
    stretch: stretch.some(([low, high]) => low !== 0 || high !== 1),
    whiteBalance: whiteBalance.some(gain => gain !== 1),
    exposure: exposure !== 0,
    localContrast: localContrast !== 0,
    contrast: contrast !== 1,
    gamma: gamma !== 1
  }
  return (Object.keys(changes) as CorrectionName[]).filter(name => changes[name])
}

/**
 * Canvas 2D filter for the corrections, and the names of the corrections that the filter cannot apply.
 * The filter keeps the order of the shader: exposure, then contrast.
 * In a browser without canvas filters, all corrections are in `undone`.
 */
export function asFilter(corrections: Corrections | null, hasFilters: boolean): { filter: string; undone: CorrectionName[] } {
  const wanted = inForce(corrections)
  const done = (name: CorrectionName) => hasFilters && (name === 'exposure' || name === 'contrast')
  const filters = wanted.filter(done).map(name => {
    if (!corrections) return ''
    return name === 'exposure' ? `brightness(${2 ** corrections.exposure})` : `contrast(${corrections.contrast})`
  })
  return { filter: filters.join(' ') || 'none', undone: wanted.filter(name => !done(name)) }
}
