/** How a picture is shown, never how it is stored. Channels are sRGB values, 0–1. */
export interface Corrections {
  /** Stops: each doubles. 0 changes nothing. */
  exposure: number
  /** Factor of the distance to middle grey. 1 changes nothing. */
  contrast: number
  /** Each channel becomes `value ^ (1 / gamma)`. 1 changes nothing. */
  gamma: number
  /** Factor of each channel: red is what water takes first. 1 changes nothing. */
  whiteBalance: readonly [red: number, green: number, blue: number]
  /** Share of the difference to the surroundings that is added. 0 changes nothing. */
  localContrast: number
  /** The part of each channel that is spread over 0–1. `[0, 1]` changes nothing. */
  stretch: readonly [red: Span, green: Span, blue: Span]
}

export type Span = readonly [low: number, high: number]
export type CorrectionName = keyof Corrections

/** The corrections that change anything, in the order in which they are made. */
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
 * The adjustments that a Canvas2D filter can make, and those that it cannot. The order of the filter is that of the shader: exposure, then contrast.
 * A browser without filters can do nothing.
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
